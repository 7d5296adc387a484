SELECT r.tier, t.status FROM trips t LEFT JOIN riders r ON t.rider_id = r.id
