SELECT g.valley, COUNT(t.id) AS tree_count FROM trees AS t LEFT JOIN growers AS g ON t.grower_id = g.id GROUP BY g.valley
