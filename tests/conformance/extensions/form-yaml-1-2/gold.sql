SELECT grade AS no, SUM(kilos) AS kilos FROM harvests GROUP BY grade
