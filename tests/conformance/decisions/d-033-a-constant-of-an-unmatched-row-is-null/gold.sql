SELECT r.known, r.t, COUNT(t.id) FROM trips t LEFT JOIN (SELECT id, 'yes' AS known, COALESCE(tier, 'none') AS t FROM riders) r ON t.rider_id = r.id GROUP BY r.known, r.t
