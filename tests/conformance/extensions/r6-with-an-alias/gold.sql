SELECT CAST(DATE_TRUNC('year', picked_on) AS DATE) AS year, SUM(kilos) AS kilos FROM harvests GROUP BY 1 ORDER BY 1 DESC
