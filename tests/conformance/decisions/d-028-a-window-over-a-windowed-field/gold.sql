SELECT id, gap, MAX(gap) OVER (PARTITION BY rider_id) FROM (SELECT id, rider_id, id - LAG(id) OVER (PARTITION BY rider_id ORDER BY id) AS gap FROM trips WHERE rider_id IN (1, 4)) w
