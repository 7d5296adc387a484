SELECT name, COALESCE(SUM(n) OVER w, 0), SUM(f) OVER w, MAX(k) OVER (ORDER BY name NULLS LAST) FROM (SELECT r.name, COUNT(t.id) AS n, SUM(t.fee) AS f, MAX(t.fee) AS k FROM trips t LEFT JOIN riders r ON t.rider_id = r.id GROUP BY r.name) g
WINDOW w AS (ORDER BY name NULLS LAST ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING)
