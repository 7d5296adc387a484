SELECT r.tier, SUM(t.fee) FROM trips t LEFT JOIN riders r ON t.rider_id = r.id GROUP BY r.tier
