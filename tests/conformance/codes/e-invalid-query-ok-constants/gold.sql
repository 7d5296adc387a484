SELECT grade, 1 AS one, 'x' AS letter, SUM(kilos) AS kilos FROM harvests GROUP BY grade
