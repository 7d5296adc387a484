SELECT COUNT(id), SUM(fee) FROM trips WHERE rider_id NOT IN (1, 2, NULL)
