SELECT SUM(kilos) / COUNT(*) AS kilos_a_harvest FROM harvests
