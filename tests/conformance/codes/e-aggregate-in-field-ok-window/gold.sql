SELECT id, SUM(kilos) OVER (ORDER BY id) AS running FROM harvests
