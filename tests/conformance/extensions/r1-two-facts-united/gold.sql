SELECT k.variety, k.kilos, k.largest, k.harvest_count, l.litres, COALESCE(l.spraying_count, 0) AS spraying_count
FROM (SELECT t.variety, SUM(h.kilos) AS kilos, MAX(h.kilos) AS largest, COUNT(*) AS harvest_count
      FROM harvests AS h LEFT JOIN trees AS t ON h.tree_id = t.id GROUP BY t.variety) AS k
LEFT JOIN (SELECT t.variety, SUM(s.litres) AS litres, COUNT(*) AS spraying_count
           FROM sprayings AS s LEFT JOIN trees AS t ON s.tree_id = t.id GROUP BY t.variety) AS l ON k.variety = l.variety
