SELECT t.status, SUM(t.km * b.price) FROM trips t LEFT JOIN bikes b ON t.bike_id = b.id GROUP BY t.status
