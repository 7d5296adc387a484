SELECT p.town, SUM(c.weight) AS weight
FROM crates AS c LEFT JOIN depots AS p ON c.packed_at = p.id LEFT JOIN depots AS t ON c.sent_to = t.id
GROUP BY p.town HAVING MIN(t.town) = 'Malmo' ORDER BY MAX(t.town) DESC, p.town
