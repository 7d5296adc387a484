SELECT status, SUM(balance) FROM (SELECT DISTINCT r.id, r.balance, t.status FROM riders r LEFT JOIN trips t ON t.rider_id = r.id) p GROUP BY status
