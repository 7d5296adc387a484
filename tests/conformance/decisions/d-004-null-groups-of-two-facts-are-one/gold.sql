SELECT city, tier, SUM(a), SUM(b) FROM (
  SELECT s.city, r.tier, 1 AS a, 0 AS b FROM trips t LEFT JOIN riders r ON t.rider_id = r.id LEFT JOIN stations s ON r.station_id = s.id
  UNION ALL SELECT s.city, r.tier, 0, 1 FROM complaints c LEFT JOIN riders r ON c.rider_id = r.id LEFT JOIN stations s ON r.station_id = s.id) u
WHERE city IS NULL GROUP BY city, tier
