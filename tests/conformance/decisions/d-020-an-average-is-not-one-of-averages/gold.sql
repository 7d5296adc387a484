SELECT (SELECT AVG(t.fee) FROM trips t JOIN riders r ON t.rider_id = r.id JOIN stations s ON r.station_id = s.id WHERE s.docks > 1), (SELECT AVG(docks) FROM stations WHERE docks > 1)
