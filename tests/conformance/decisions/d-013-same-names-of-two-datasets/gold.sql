SELECT r.id, b.id, b.frame FROM repairs r LEFT JOIN bikes b ON r.bike_id = b.id
