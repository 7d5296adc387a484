SELECT t.variety, COUNT(h.id) AS harvest_count
FROM harvests AS h LEFT JOIN trees AS t ON h.tree_id = t.id
GROUP BY t.variety
