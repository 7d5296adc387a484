SELECT id, SUM(kilos) OVER (PARTITION BY tree_id) AS answer FROM harvests
