SELECT title, b, CAST(b AS DOUBLE PRECISION) / SUM(b) OVER () FROM (SELECT title, SUM(balance) AS b FROM (
  SELECT DISTINCT r.id, r.balance, c.title FROM riders r LEFT JOIN memberships m ON m.rider_id = r.id LEFT JOIN clubs c ON m.club_id = c.id) p GROUP BY title) g
