SELECT SUM(kilos) AS kilos FROM harvests LIMIT 0
