SELECT SUM(fee), COUNT(id) FROM trips WHERE status = 'lost'
