SELECT r.tier, SUM(r.place) FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY balance DESC NULLS LAST, id) AS place FROM riders) r
WHERE EXISTS (SELECT 1 FROM trips t WHERE t.rider_id = r.id AND t.status = 'cancelled') GROUP BY r.tier
