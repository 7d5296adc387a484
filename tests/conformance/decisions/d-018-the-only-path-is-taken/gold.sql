SELECT s.docks, SUM(c.severity) FROM complaints c LEFT JOIN riders r ON c.rider_id = r.id LEFT JOIN stations s ON r.station_id = s.id GROUP BY s.docks
