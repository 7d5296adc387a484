SELECT h.id, MAX(h.kilos) OVER (PARTITION BY t.variety) AS best
FROM harvests AS h LEFT JOIN trees AS t ON h.tree_id = t.id
