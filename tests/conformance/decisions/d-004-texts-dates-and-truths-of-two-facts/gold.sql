SELECT name, MAX(d), MIN(x), MAX(f) = 1, MIN(b) = 1 FROM (
  SELECT r.name, t.started_on AS d, CAST(NULL AS VARCHAR) AS x, CASE WHEN t.km > 8 THEN 1 WHEN t.km <= 8 THEN 0 END AS f, CAST(NULL AS INTEGER) AS b FROM trips t LEFT JOIN riders r ON t.rider_id = r.id
  UNION ALL SELECT r.name, NULL, c.topic, NULL, CASE WHEN c.severity > 1 THEN 1 ELSE 0 END FROM complaints c LEFT JOIN riders r ON c.rider_id = r.id) u GROUP BY name
