SELECT (SELECT SUM(fee) FROM trips), (SELECT COUNT(id) FROM complaints), (SELECT SUM(balance) FROM riders)
