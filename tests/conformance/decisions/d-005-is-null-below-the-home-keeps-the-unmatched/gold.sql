SELECT r.name, COUNT(r.name) FROM riders r WHERE NOT EXISTS (SELECT 1 FROM trips t WHERE t.rider_id = r.id) OR EXISTS (SELECT 1 FROM trips t WHERE t.rider_id = r.id AND t.fee IS NULL) GROUP BY r.name
