SELECT status, SUM(fee), SUM(fee * 2) FROM trips GROUP BY status
