SELECT k.variety, k.any_heavy, k.last_pick, l.first_spray
FROM (SELECT t.variety, BOOL_OR(h.kilos > 20) AS any_heavy, MAX(h.picked_on) AS last_pick
      FROM harvests AS h LEFT JOIN trees AS t ON h.tree_id = t.id GROUP BY t.variety) AS k
LEFT JOIN (SELECT t.variety, MIN(s.sprayed_on) AS first_spray
           FROM sprayings AS s LEFT JOIN trees AS t ON s.tree_id = t.id GROUP BY t.variety) AS l ON k.variety = l.variety
