SELECT city, tier, COUNT(DISTINCT b), COUNT(DISTINCT x) FROM (
  SELECT s.city, r.tier, t.bike_id AS b, CAST(NULL AS VARCHAR) AS x FROM trips t LEFT JOIN riders r ON t.rider_id = r.id LEFT JOIN stations s ON r.station_id = s.id
  UNION ALL SELECT s.city, r.tier, NULL, c.topic FROM complaints c LEFT JOIN riders r ON c.rider_id = r.id LEFT JOIN stations s ON r.station_id = s.id) u GROUP BY city, tier
