SELECT id, SUM(f), SUM(c) FROM (SELECT b.id, t.fee AS f, NULL AS c FROM trips t LEFT JOIN bikes b ON t.bike_id = b.id
  UNION ALL SELECT b.id, NULL, r.cost FROM repairs r LEFT JOIN bikes b ON r.bike_id = b.id) u GROUP BY id ORDER BY id NULLS LAST
