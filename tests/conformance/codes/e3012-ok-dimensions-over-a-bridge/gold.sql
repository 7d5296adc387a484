SELECT DISTINCT w.wage, t.variety
FROM shifts AS s LEFT JOIN helpers AS w ON s.helper_id = w.id LEFT JOIN trees AS t ON s.tree_id = t.id
