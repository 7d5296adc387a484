SELECT name, SUM(balance) FROM riders r WHERE EXISTS (SELECT 1 FROM trips t WHERE t.rider_id = r.id AND t.km > 8) OR balance < 50 GROUP BY name
