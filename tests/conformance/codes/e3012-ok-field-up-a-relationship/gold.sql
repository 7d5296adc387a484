SELECT w.name || ' at ' || t.variety AS label, s.hours
FROM shifts AS s LEFT JOIN helpers AS w ON s.helper_id = w.id LEFT JOIN trees AS t ON s.tree_id = t.id
