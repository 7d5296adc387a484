SELECT t.variety, h.grade, SUM(SUM(h.kilos)) OVER (PARTITION BY t.variety) AS of_variety
FROM harvests AS h LEFT JOIN trees AS t ON h.tree_id = t.id GROUP BY t.variety, h.grade
