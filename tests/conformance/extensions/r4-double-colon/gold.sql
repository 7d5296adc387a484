SELECT id, CAST(ROUND(kilos) AS INTEGER) AS whole FROM harvests
