SELECT t.id, b.k FROM trips t LEFT JOIN (SELECT id, RANK() OVER (ORDER BY price DESC) AS k FROM bikes) b ON t.bike_id = b.id WHERE t.id >= 105 ORDER BY b.k NULLS LAST, t.id
