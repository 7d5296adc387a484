SELECT t.variety, h.kilos FROM harvests AS h LEFT JOIN trees AS t ON h.tree_id = t.id
