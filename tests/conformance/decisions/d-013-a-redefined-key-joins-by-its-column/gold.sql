SELECT r.id + 1000, SUM(t.fee) FROM trips t LEFT JOIN riders r ON t.rider_id = r.id GROUP BY r.id + 1000
