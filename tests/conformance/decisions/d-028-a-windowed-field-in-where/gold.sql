SELECT id, rider_id, n FROM (SELECT id, rider_id, ROW_NUMBER() OVER (PARTITION BY rider_id ORDER BY id) AS n FROM trips WHERE status = 'done') w WHERE n = 1
