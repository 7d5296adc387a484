SELECT r.name, r.tier, SUM(t.km), SUM(t.fee) FROM trips t LEFT JOIN riders r ON t.rider_id = r.id GROUP BY r.name, r.tier HAVING SUM(t.km) > 3 ORDER BY SUM(t.fee) DESC NULLS FIRST, r.name NULLS LAST
