SELECT region, SUM(balance), COUNT(*) FROM (SELECT DISTINCT r.id, r.balance, c.region FROM guests r LEFT JOIN visits m ON m.rider_id = r.id LEFT JOIN houses c ON m.club_id = c.id) p GROUP BY region
