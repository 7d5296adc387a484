SELECT city, tier, f FROM (SELECT city, tier, f, ROW_NUMBER() OVER (PARTITION BY city ORDER BY f DESC NULLS FIRST, tier NULLS LAST) AS n FROM (
  SELECT s.city, r.tier, SUM(t.fee) AS f FROM trips t LEFT JOIN riders r ON t.rider_id = r.id LEFT JOIN stations s ON r.station_id = s.id GROUP BY s.city, r.tier) g) w WHERE n = 1
