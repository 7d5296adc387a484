SELECT o.name, t.name, SUM(s.days) FROM stays s LEFT JOIN wards o ON s.from_ward = o.id LEFT JOIN wards t ON s.to_ward = t.id GROUP BY o.name, t.name
