SELECT i.title, SUM(s.sold) FROM sales s LEFT JOIN issues i ON 2000 + s.yy = i.year AND s.num = i.number GROUP BY i.title
