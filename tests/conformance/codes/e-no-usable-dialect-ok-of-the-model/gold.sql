SELECT SUM(kilos) AS kilos FROM harvests
