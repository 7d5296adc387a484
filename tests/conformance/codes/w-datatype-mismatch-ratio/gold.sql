SELECT SUM(kilos) / 2 AS half FROM harvests
