SELECT SUM(kilos) AS kilos, MAX(UPPER(grade)) AS last FROM harvests
