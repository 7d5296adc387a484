SELECT r.name FROM riders r LEFT JOIN trips t ON t.rider_id = r.id GROUP BY r.name HAVING COALESCE(SUM(t.fee), 0) < 10
