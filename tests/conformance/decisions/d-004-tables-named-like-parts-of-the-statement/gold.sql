SELECT name, SUM(f), SUM(s) FROM (SELECT r.name, t.fee AS f, CAST(NULL AS INTEGER) AS s FROM stacked_by_name t LEFT JOIN complaints_by_name r ON t.rider_id = r.id
  UNION ALL SELECT r.name, NULL, c.severity FROM trips_by_name c LEFT JOIN complaints_by_name r ON c.rider_id = r.id) u GROUP BY name
