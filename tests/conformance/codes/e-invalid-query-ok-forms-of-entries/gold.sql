SELECT t.variety, t.id AS tree, LEFT(t.variety, 1) AS letter, SUM(h.kilos) AS kilos, SUM(h.kilos) AS again, MAX(h.kilos) AS most
FROM harvests AS h LEFT JOIN trees AS t ON h.tree_id = t.id
WHERE h.kilos > 5 AND h.grade IS NOT NULL AND t.id > 10
GROUP BY t.variety, t.id HAVING SUM(h.kilos) > 6
ORDER BY SUM(h.kilos) DESC
