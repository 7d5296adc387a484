SELECT r.tier, COUNT(*) FROM trips t LEFT JOIN riders r ON t.rider_id = r.id WHERE t.status = 'done' GROUP BY r.tier
