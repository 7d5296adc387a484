SELECT r.tier, t.status, t.km > 5, SUM(t.fee), COUNT(t.id), MAX(t.km), MIN(t.km) FROM trips t LEFT JOIN riders r ON t.rider_id = r.id WHERE r.tier = 'gold' AND t.id <> 103
GROUP BY r.tier, t.status, t.km > 5 HAVING COUNT(t.id) > 0 AND SUM(t.fee) > 0 ORDER BY SUM(t.fee) DESC NULLS FIRST, t.status NULLS FIRST, COUNT(t.id)
