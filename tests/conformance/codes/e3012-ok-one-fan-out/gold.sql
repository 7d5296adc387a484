SELECT g.grade, COUNT(*) AS tree_count
FROM (SELECT DISTINCT t.id, h.grade FROM trees AS t LEFT JOIN harvests AS h ON h.tree_id = t.id) AS g
GROUP BY g.grade
