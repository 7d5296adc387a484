SELECT 'Boskoop' AS variety, 2.5 AS price UNION ALL SELECT 'Gala', 3
