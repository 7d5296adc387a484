SELECT SUM(kilos) AS running FROM harvests
