SELECT tier, SUM(dues) FROM (
  SELECT DISTINCT c.id, c.dues, r.tier FROM clubs c LEFT JOIN memberships m ON m.club_id = c.id LEFT JOIN riders r ON m.rider_id = r.id) p GROUP BY tier
