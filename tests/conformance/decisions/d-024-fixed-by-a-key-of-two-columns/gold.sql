SELECT m.rider_id, m.club_id, m.since, c.dues FROM memberships m LEFT JOIN clubs c ON m.club_id = c.id
