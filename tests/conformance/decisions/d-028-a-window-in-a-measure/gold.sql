SELECT r.name, SUM(t.fee), RANK() OVER (ORDER BY SUM(t.fee) DESC NULLS FIRST) FROM trips t JOIN riders r ON t.rider_id = r.id GROUP BY r.name
