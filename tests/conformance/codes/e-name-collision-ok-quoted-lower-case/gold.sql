SELECT SUM(kilos) * 5 AS pair FROM harvests
