SELECT r.tier, MAX(t.s) FROM (SELECT rider_id, SUM(fee) OVER (PARTITION BY rider_id ORDER BY id) AS s FROM trips WHERE status = 'done') t LEFT JOIN riders r ON t.rider_id = r.id GROUP BY r.tier
