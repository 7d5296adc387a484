SELECT c.id, p.town || ' to ' || t.town AS route
FROM crates AS c LEFT JOIN depots AS p ON c.packed_at = p.id LEFT JOIN depots AS t ON c.sent_to = t.id
