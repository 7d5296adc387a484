SELECT r.tier, SUM(t.fee) FROM trips t LEFT JOIN riders r ON t.rider_id = r.id WHERE t.status = 'done' AND t.km >= 3 GROUP BY r.tier ORDER BY SUM(t.fee) DESC NULLS FIRST LIMIT 2
