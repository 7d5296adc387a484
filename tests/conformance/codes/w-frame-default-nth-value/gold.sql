SELECT id, CASE WHEN id > 100 THEN 25.5 END AS second FROM harvests
