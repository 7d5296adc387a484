SELECT (SELECT SUM(kilos) FROM harvests) - (SELECT SUM(litres) FROM sprayings) AS difference
