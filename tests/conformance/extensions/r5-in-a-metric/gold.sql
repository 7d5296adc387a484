SELECT g.valley, SUM(CASE WHEN c.sent_to = 2 THEN c.weight END) AS to_malmo
FROM crates AS c LEFT JOIN growers AS g ON c.grower_id = g.id GROUP BY g.valley
