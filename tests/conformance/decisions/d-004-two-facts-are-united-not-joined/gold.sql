SELECT name, SUM(fee), SUM(severity) FROM (
  SELECT r.name, t.fee, NULL AS severity FROM trips t LEFT JOIN riders r ON t.rider_id = r.id
  UNION ALL SELECT r.name, NULL, c.severity FROM complaints c LEFT JOIN riders r ON c.rider_id = r.id) u GROUP BY name
