SELECT tree_id, SUM(kilos) AS kilos FROM harvests GROUP BY tree_id
