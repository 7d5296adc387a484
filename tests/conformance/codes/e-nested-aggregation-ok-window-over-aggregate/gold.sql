SELECT grade, (SELECT SUM(kilos) FROM harvests) AS all_kilos FROM harvests GROUP BY grade
