SELECT t.name, SUM(s.sold) FROM sales s LEFT JOIN towns t ON s.town_id = t.id AND s.land = t.land GROUP BY t.name
