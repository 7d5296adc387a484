SELECT r.tier, SUM(CASE WHEN t.n > 1 THEN t.fee END) FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY rider_id ORDER BY id) AS n FROM trips) t LEFT JOIN riders r ON t.rider_id = r.id GROUP BY r.tier
