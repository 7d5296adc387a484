SELECT k.variety, k.kilos / t.tree_count AS kilos_a_tree
FROM (SELECT t.variety, SUM(h.kilos) AS kilos FROM harvests AS h LEFT JOIN trees AS t ON h.tree_id = t.id GROUP BY t.variety) AS k
LEFT JOIN (SELECT variety, COUNT(*) AS tree_count FROM trees GROUP BY variety) AS t ON k.variety = t.variety
