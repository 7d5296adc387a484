SELECT region, MIN(place), SUM(place) FROM (SELECT DISTINCT r.id, r.place, c.region FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY balance DESC NULLS LAST, id) AS place FROM riders) r
 LEFT JOIN memberships m ON m.rider_id = r.id LEFT JOIN clubs c ON m.club_id = c.id) p GROUP BY region
