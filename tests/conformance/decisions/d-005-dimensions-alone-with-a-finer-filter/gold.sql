SELECT DISTINCT tier FROM riders r WHERE EXISTS (SELECT 1 FROM trips t WHERE t.rider_id = r.id AND t.status = 'done')
