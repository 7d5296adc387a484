SELECT b.frame, SUM(c.cost) FROM recalls c LEFT JOIN bikes b ON c.bike_id = b.id GROUP BY b.frame
