SELECT h.id, t.variety FROM harvests AS h LEFT JOIN trees AS t ON h.tree_id = t.id WHERE h.id = 101
