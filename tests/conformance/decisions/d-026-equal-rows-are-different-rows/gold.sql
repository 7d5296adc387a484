WITH numbered AS (SELECT *, ROW_NUMBER() OVER (ORDER BY id) AS n FROM riders)
SELECT region, SUM(balance), COUNT(name) FROM (SELECT DISTINCT n, balance, name, region FROM numbered r LEFT JOIN memberships m ON m.rider_id = r.id LEFT JOIN clubs c ON m.club_id = c.id) p GROUP BY region
