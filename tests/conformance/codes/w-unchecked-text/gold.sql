SELECT 'for ' || id AS label FROM harvests
