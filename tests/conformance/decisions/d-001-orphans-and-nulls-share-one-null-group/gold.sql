SELECT s.city, SUM(t.fee), COUNT(t.id) FROM trips t LEFT JOIN riders r ON t.rider_id = r.id LEFT JOIN stations s ON r.station_id = s.id GROUP BY s.city
