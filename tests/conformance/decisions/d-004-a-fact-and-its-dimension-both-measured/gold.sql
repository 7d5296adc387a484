SELECT id, SUM(d), SUM(b), SUM(f) FROM (SELECT id, docks AS d, CAST(NULL AS INTEGER) AS b, CAST(NULL AS INTEGER) AS f FROM stations
  UNION ALL SELECT s.id, NULL, r.balance, NULL FROM riders r LEFT JOIN stations s ON r.station_id = s.id
  UNION ALL SELECT s.id, NULL, NULL, t.fee FROM trips t LEFT JOIN riders r ON t.rider_id = r.id LEFT JOIN stations s ON r.station_id = s.id) u GROUP BY id
