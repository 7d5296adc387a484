SELECT s.city, r.name FROM riders r LEFT JOIN stations s ON r.station_id = s.id
