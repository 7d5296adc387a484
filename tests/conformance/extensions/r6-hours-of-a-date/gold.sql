SELECT picked_on AS picked_on_hour, SUM(kilos) AS kilos FROM harvests GROUP BY picked_on
