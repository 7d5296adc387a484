SELECT r.name, SUM(t.fee) FROM trips t LEFT JOIN riders r ON t.rider_id = r.id GROUP BY r.name
HAVING (SELECT COUNT(c.id) FROM complaints c LEFT JOIN riders q ON c.rider_id = q.id WHERE q.name IS NOT DISTINCT FROM r.name) = 0
