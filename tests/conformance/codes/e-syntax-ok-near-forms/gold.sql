SELECT ROUND(kilos, 1) AS longest, EXTRACT(MONTH FROM picked_on) AS month, picked_on + 7 AS later, kilos > 1 AND kilos < 30 AS within_bounds,
       CAST(kilos AS DECIMAL(10, 1)) AS text, RANK() OVER (ORDER BY id) AS place, grade = 'A''s' AS quote
FROM harvests
