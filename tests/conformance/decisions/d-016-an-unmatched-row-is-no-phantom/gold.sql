SELECT status, COUNT(*) FROM (SELECT DISTINCT r.id, t.status FROM riders r LEFT JOIN trips t ON t.rider_id = r.id) p GROUP BY status
