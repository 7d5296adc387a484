SELECT p.variety, SUM(p.wage) AS wages
FROM (SELECT DISTINCT w.id, w.wage, t.variety
      FROM helpers AS w
      LEFT JOIN shifts AS s ON s.helper_id = w.id
      LEFT JOIN trees AS t ON s.tree_id = t.id) AS p
GROUP BY p.variety
