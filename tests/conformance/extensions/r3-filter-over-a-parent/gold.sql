SELECT SUM(h.kilos) AS gala FROM harvests AS h JOIN trees AS t ON h.tree_id = t.id WHERE t.variety = 'Gala'
