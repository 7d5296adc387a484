SELECT id, ROUND(kilos, 0) AS whole FROM harvests
