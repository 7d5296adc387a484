SELECT name, f FROM (SELECT r.name, SUM(t.fee) AS f FROM trips t LEFT JOIN riders r ON t.rider_id = r.id GROUP BY r.name) g
ORDER BY (SELECT COUNT(c.id) FROM complaints c LEFT JOIN riders q ON c.rider_id = q.id WHERE q.name IS NOT DISTINCT FROM g.name) DESC, name NULLS LAST
