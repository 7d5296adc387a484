SELECT SUM(kilos) / 1000 AS tonnes FROM harvests
