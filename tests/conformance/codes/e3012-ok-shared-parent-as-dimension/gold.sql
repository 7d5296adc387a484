SELECT k.variety, k.kilos, l.litres
FROM (SELECT t.variety, SUM(h.kilos) AS kilos
      FROM harvests AS h LEFT JOIN trees AS t ON h.tree_id = t.id GROUP BY t.variety) AS k
LEFT JOIN (SELECT t.variety, SUM(s.litres) AS litres
           FROM sprayings AS s LEFT JOIN trees AS t ON s.tree_id = t.id GROUP BY t.variety) AS l
  ON k.variety = l.variety
