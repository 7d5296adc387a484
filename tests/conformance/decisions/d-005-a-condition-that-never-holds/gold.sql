SELECT SUM(fee), 0 FROM trips WHERE 1 = 2
