SELECT t.status, COUNT(DISTINCT r.id) FROM riders r LEFT JOIN trips t ON t.rider_id = r.id GROUP BY t.status
