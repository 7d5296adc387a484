SELECT r.name, c.title, m.since FROM memberships m LEFT JOIN riders r ON m.rider_id = r.id LEFT JOIN clubs c ON m.club_id = c.id
