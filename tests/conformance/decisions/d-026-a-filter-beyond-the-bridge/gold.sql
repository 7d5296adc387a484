SELECT SUM(balance), COUNT(id) FROM riders r WHERE EXISTS (SELECT 1 FROM memberships m JOIN clubs c ON m.club_id = c.id WHERE m.rider_id = r.id AND c.dues >= 30)
