SELECT city, tier, s, CAST(SUM(s) OVER (PARTITION BY city) AS DOUBLE PRECISION) / NULLIF(SUM(n) OVER (PARTITION BY city), 0) FROM (
  SELECT s.city, r.tier, SUM(t.fee) AS s, COUNT(t.fee) AS n FROM trips t LEFT JOIN riders r ON t.rider_id = r.id LEFT JOIN stations s ON r.station_id = s.id GROUP BY s.city, r.tier) g
