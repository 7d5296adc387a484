SELECT tier, CAST(SUM(f) AS DOUBLE PRECISION) / NULLIF(SUM(n), 0), MAX(s) FROM (
  SELECT r.tier, t.fee AS f, 1 AS n, NULL AS s FROM trips t LEFT JOIN riders r ON t.rider_id = r.id
  UNION ALL SELECT r.tier, NULL, 0, c.severity FROM complaints c LEFT JOIN riders r ON c.rider_id = r.id) u GROUP BY tier
