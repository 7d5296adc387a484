SELECT d.town AS lives_near_town, w.weight, COALESCE(t.tree_count, 0) AS tree_count
FROM (SELECT grower_id, COUNT(*) AS tree_count FROM trees GROUP BY grower_id) AS t
LEFT JOIN (SELECT grower_id, SUM(weight) AS weight FROM crates GROUP BY grower_id) AS w ON t.grower_id = w.grower_id
LEFT JOIN depots AS d ON d.id = t.grower_id
