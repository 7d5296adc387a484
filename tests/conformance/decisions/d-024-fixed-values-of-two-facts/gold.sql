SELECT u.id, SUM(f), SUM(n), MAX(r.balance + s.docks) FROM (SELECT r.id, t.fee AS f, 0 AS n FROM trips t JOIN riders r ON t.rider_id = r.id
  UNION ALL SELECT r.id, NULL, 1 FROM complaints c JOIN riders r ON c.rider_id = r.id) u JOIN riders r ON r.id = u.id LEFT JOIN stations s ON r.station_id = s.id
GROUP BY u.id ORDER BY MAX(r.balance + s.docks) DESC NULLS FIRST, u.id
