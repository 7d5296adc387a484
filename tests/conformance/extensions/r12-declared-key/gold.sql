SELECT t.variety, SUM(h.kilos) AS kilos FROM harvests AS h LEFT JOIN trees AS t ON h.tree_id = t.id GROUP BY t.variety
