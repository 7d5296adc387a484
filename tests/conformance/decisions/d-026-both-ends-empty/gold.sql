SELECT h.region, SUM(g.balance) FROM guests g LEFT JOIN visits v ON v.rider_id = g.id LEFT JOIN houses h ON v.club_id = h.id GROUP BY h.region
