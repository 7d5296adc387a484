SELECT MAX(kilos) AS most FROM harvests
