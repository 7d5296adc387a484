SELECT status, SUM(fee) FROM trips GROUP BY status LIMIT 0
