SELECT id, AVG(kilos) OVER (PARTITION BY tree_id) AS answer FROM harvests
