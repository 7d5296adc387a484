SELECT r.tier, b.frame, SUM(t.fee), MAX(t.km) FROM trips t LEFT JOIN riders r ON t.rider_id = r.id LEFT JOIN bikes b ON t.bike_id = b.id GROUP BY r.tier, b.frame
