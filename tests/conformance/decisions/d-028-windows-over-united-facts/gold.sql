SELECT name, f, SUM(n) OVER (), LAG(COALESCE(f, 0)) OVER (ORDER BY name NULLS LAST) FROM (SELECT name, SUM(f) AS f, SUM(n) AS n FROM (
  SELECT r.name, t.fee AS f, 0 AS n FROM trips t LEFT JOIN riders r ON t.rider_id = r.id UNION ALL SELECT r.name, NULL, 1 FROM complaints c LEFT JOIN riders r ON c.rider_id = r.id) u GROUP BY name HAVING SUM(n) > 0) g
