SELECT tier, SUM(balance) FROM riders r WHERE EXISTS (SELECT 1 FROM trips t WHERE t.rider_id = r.id AND t.status = 'done') GROUP BY tier
