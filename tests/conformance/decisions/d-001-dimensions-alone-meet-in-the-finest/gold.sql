SELECT DISTINCT s.city, r.tier FROM riders r LEFT JOIN stations s ON r.station_id = s.id
