SELECT r.name, COUNT(t.id) FROM trips t LEFT JOIN riders r ON t.rider_id = r.id GROUP BY r.name HAVING SUM(t.fee) > 10
