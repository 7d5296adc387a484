SELECT h.name, l.name AS leader, m.name AS leaders_leader
FROM helpers AS h LEFT JOIN helpers AS l ON h.leader_id = l.id LEFT JOIN helpers AS m ON l.leader_id = m.id
