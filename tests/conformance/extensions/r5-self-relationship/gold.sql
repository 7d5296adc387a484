SELECT l.name AS leader, SUM(h.wage) AS wages FROM helpers AS h LEFT JOIN helpers AS l ON h.leader_id = l.id GROUP BY l.name
