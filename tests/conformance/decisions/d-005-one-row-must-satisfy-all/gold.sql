SELECT name, SUM(balance) FROM riders r WHERE EXISTS (SELECT 1 FROM trips t WHERE t.rider_id = r.id AND t.status = 'done' AND t.km > 5) GROUP BY name
