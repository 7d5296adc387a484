SELECT city, SUM(f), SUM(b), SUM(n) FROM (SELECT s.city, r.tier, t.fee AS f, CAST(NULL AS INTEGER) AS b, 0 AS n FROM trips t LEFT JOIN riders r ON t.rider_id = r.id LEFT JOIN stations s ON r.station_id = s.id
  UNION ALL SELECT s.city, r.tier, NULL, r.balance, 0 FROM riders r LEFT JOIN stations s ON r.station_id = s.id
  UNION ALL SELECT s.city, r.tier, NULL, NULL, 1 FROM complaints c LEFT JOIN riders r ON c.rider_id = r.id LEFT JOIN stations s ON r.station_id = s.id) u
WHERE tier = 'gold' OR tier IS NULL GROUP BY city
