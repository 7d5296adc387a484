SELECT town, SUM(price), SUM(DISTINCT price) FROM (SELECT DISTINCT c.id, c.price, j.town FROM cakes c LEFT JOIN tastings t ON t.cake_id = c.id LEFT JOIN judges j ON t.judge_id = j.id) p GROUP BY town
