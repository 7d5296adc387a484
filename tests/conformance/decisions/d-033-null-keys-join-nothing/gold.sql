SELECT l.text, SUM(j.grams) FROM jars j LEFT JOIN labels l ON j.code = l.code GROUP BY l.text
