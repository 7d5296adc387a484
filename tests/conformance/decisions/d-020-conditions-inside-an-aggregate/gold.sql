SELECT r.name, SUM(CASE WHEN t.status = 'done' THEN t.fee END), 0 FROM trips t LEFT JOIN riders r ON t.rider_id = r.id GROUP BY r.name
