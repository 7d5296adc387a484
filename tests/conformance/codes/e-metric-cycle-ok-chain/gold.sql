SELECT SUM(kilos) / 1000 / 7.5 AS lorries FROM harvests
