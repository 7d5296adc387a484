SELECT (SELECT SUM(cost) FROM repairs), (SELECT SUM(cost) FROM recalls), (SELECT COUNT(id) FROM recalls)
