SELECT id, RANK() OVER (ORDER BY of_tree DESC) AS place FROM (SELECT id, SUM(kilos) OVER (PARTITION BY tree_id) AS of_tree FROM harvests) AS w
