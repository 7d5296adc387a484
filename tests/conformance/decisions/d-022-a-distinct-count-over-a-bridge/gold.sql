SELECT c.region, COUNT(DISTINCT r.tier) FROM riders r LEFT JOIN memberships m ON m.rider_id = r.id LEFT JOIN clubs c ON m.club_id = c.id GROUP BY c.region
