SELECT city, SUM(d), SUM(b), SUM(f), MAX(s), SUM(j) FROM (
  SELECT city, docks AS d, CAST(NULL AS INTEGER) AS b, CAST(NULL AS INTEGER) AS f, CAST(NULL AS INTEGER) AS s, 0 AS j FROM stations
  UNION ALL SELECT s.city, NULL, r.balance, NULL, NULL, 0 FROM riders r LEFT JOIN stations s ON r.station_id = s.id
  UNION ALL SELECT s.city, NULL, NULL, t.fee, NULL, 0 FROM trips t LEFT JOIN riders r ON t.rider_id = r.id LEFT JOIN stations s ON r.station_id = s.id
  UNION ALL SELECT s.city, NULL, NULL, NULL, c.severity, 0 FROM complaints c LEFT JOIN riders r ON c.rider_id = r.id LEFT JOIN stations s ON r.station_id = s.id
  UNION ALL SELECT s.city, NULL, NULL, NULL, NULL, 1 FROM memberships m LEFT JOIN riders r ON m.rider_id = r.id LEFT JOIN stations s ON r.station_id = s.id) u
GROUP BY city ORDER BY SUM(d) DESC NULLS FIRST, city NULLS LAST
