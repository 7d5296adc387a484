SELECT CAST(DATE_TRUNC('month', picked_on) AS DATE) AS picked_on_month, SUM(kilos) AS kilos FROM harvests GROUP BY 1
