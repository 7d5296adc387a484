SELECT frame, SUM(c), SUM(n), SUM(m), SUM(f) FROM (
  SELECT b.frame, r.cost AS c, 1 AS n, 0 AS m, NULL AS f FROM repairs r LEFT JOIN bikes b ON r.bike_id = b.id
  UNION ALL SELECT b.frame, NULL, 0, 1, t.fee FROM trips t LEFT JOIN bikes b ON t.bike_id = b.id) u GROUP BY frame
