SELECT s.city, r.tier, COUNT(*) FROM riders r LEFT JOIN stations s ON r.station_id = s.id GROUP BY s.city, r.tier
