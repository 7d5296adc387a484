SELECT r.balance + 1, SUM(t.fee) FROM trips t LEFT JOIN riders r ON t.rider_id = r.id GROUP BY r.balance + 1
