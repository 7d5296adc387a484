SELECT h.id, t.variety, t.variety AS again FROM harvests AS h LEFT JOIN trees AS t ON h.tree_id = t.id
