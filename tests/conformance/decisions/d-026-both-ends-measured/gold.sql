SELECT region, SUM(b), SUM(d) FROM (SELECT region, balance AS b, CAST(NULL AS INTEGER) AS d FROM (SELECT DISTINCT r.id, r.balance, c.region FROM riders r LEFT JOIN memberships m ON m.rider_id = r.id LEFT JOIN clubs c ON m.club_id = c.id) p
  UNION ALL SELECT region, NULL, dues FROM clubs) u GROUP BY region
