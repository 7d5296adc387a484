SELECT id, CAST(picked_on + INTERVAL '1' MONTH AS DATE) AS later, picked_on - 10 AS before FROM harvests
