SELECT 'Boskoop' AS variety, 1 AS place
