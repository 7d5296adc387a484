SELECT r.n, SUM(t.fee) FROM trips t LEFT JOIN (SELECT *, COUNT(id) OVER (PARTITION BY tier) AS n FROM riders) r ON t.rider_id = r.id GROUP BY r.n
