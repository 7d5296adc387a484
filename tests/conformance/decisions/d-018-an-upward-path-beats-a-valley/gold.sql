SELECT c.title, COUNT(r.name) FROM riders r LEFT JOIN clubs c ON r.favourite_id = c.id GROUP BY c.title
