SELECT SUM(kilos) AS total FROM harvests
