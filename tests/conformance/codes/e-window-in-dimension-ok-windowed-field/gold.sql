SELECT w.half, SUM(w.kilos) AS kilos
FROM (SELECT kilos, NTILE(2) OVER (ORDER BY id) AS half FROM harvests) AS w
GROUP BY w.half
