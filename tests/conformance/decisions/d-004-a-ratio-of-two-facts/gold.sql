SELECT tier, CAST(SUM(b) AS DOUBLE PRECISION) / NULLIF(SUM(a), 0) FROM (
  SELECT r.tier, 1 AS a, 0 AS b FROM trips t LEFT JOIN riders r ON t.rider_id = r.id
  UNION ALL SELECT r.tier, 0, 1 FROM complaints c LEFT JOIN riders r ON c.rider_id = r.id) u GROUP BY tier
