SELECT h.id AS harvests_id, t.id AS trees_id, t.variety FROM harvests AS h LEFT JOIN trees AS t ON h.tree_id = t.id ORDER BY h.id
