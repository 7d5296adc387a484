SELECT (SELECT SUM(kilos) FROM harvests) AS kilos, (SELECT SUM(litres) FROM sprayings) AS litres
