SELECT frame, COALESCE(SUM(f), 0), SUM(c), COALESCE(SUM(f), 0) - SUM(c) FROM (SELECT b.frame, t.fee AS f, NULL AS c FROM trips t LEFT JOIN bikes b ON t.bike_id = b.id
  UNION ALL SELECT b.frame, NULL, r.cost FROM repairs r LEFT JOIN bikes b ON r.bike_id = b.id) u GROUP BY frame
