SELECT r.name, COUNT(t.id) FROM trips t LEFT JOIN riders r ON t.rider_id = r.id GROUP BY r.name ORDER BY COUNT(t.id) DESC, r.name NULLS LAST
