SELECT k.variety, k.middle, l.litres
FROM (SELECT t.variety, PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST(h.kilos AS DOUBLE PRECISION)) AS middle
      FROM harvests AS h LEFT JOIN trees AS t ON h.tree_id = t.id GROUP BY t.variety) AS k
LEFT JOIN (SELECT t.variety, SUM(s.litres) AS litres
           FROM sprayings AS s LEFT JOIN trees AS t ON s.tree_id = t.id GROUP BY t.variety) AS l ON k.variety = l.variety
