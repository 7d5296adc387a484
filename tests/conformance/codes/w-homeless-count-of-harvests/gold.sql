SELECT t.variety, COUNT(*) AS row_count FROM harvests AS h LEFT JOIN trees AS t ON h.tree_id = t.id WHERE h.kilos > 20 GROUP BY t.variety
