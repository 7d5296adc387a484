SELECT (SELECT SUM(kilos) FROM harvests WHERE grade = 'A') AS best, (SELECT SUM(litres) FROM sprayings) AS litres
