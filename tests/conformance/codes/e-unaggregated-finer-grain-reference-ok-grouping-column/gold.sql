SELECT t.variety, t.variety || ': ' || CAST(COUNT(h.id) AS VARCHAR) AS label
FROM harvests AS h LEFT JOIN trees AS t ON h.tree_id = t.id GROUP BY t.variety
