SELECT id, SUM(kilos) OVER (ORDER BY id ROWS 1 PRECEDING) AS answer FROM harvests
