SELECT s.city, SUM(t.fee) FROM trips t JOIN riders r ON t.rider_id = r.id JOIN stations s ON r.station_id = s.id WHERE s.city IS NOT NULL GROUP BY s.city
