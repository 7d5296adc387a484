SELECT SUM(t.fee) FROM trips t LEFT JOIN riders r ON t.rider_id = r.id LEFT JOIN stations s ON r.station_id = s.id WHERE s.city IS NULL
