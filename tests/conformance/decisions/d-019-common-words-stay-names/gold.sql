SELECT status, COUNT(id), SUM(km * 2), MAX(fee) FROM trips GROUP BY status
