SELECT g.name, SUM(c.weight) AS weight
FROM crates AS c LEFT JOIN growers AS g ON c.grower_id = g.id
WHERE c.sent_to = 2 AND c.packed_at <> 2 GROUP BY g.name
