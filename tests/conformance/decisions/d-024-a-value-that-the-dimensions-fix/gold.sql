SELECT r.id, r.balance - SUM(t.fee), s.docks FROM trips t LEFT JOIN riders r ON t.rider_id = r.id LEFT JOIN stations s ON r.station_id = s.id GROUP BY r.id, r.balance, s.docks
