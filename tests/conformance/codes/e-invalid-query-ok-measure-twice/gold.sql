SELECT SUM(kilos) AS kilos, SUM(kilos) AS kilos_2 FROM harvests
