SELECT km > 5, SUM(fee) FROM trips GROUP BY km > 5 HAVING km > 5
