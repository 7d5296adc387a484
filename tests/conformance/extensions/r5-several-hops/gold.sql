SELECT g.name AS harvested_from_grown_by_name, 'Ada' AS picked_for_name, SUM(h.kilos) AS kilos
FROM harvests AS h LEFT JOIN trees AS t ON h.tree_id = t.id LEFT JOIN growers AS g ON t.grower_id = g.id
GROUP BY g.name
