SELECT kilos + 1 AS more, picked_on > TIMESTAMP '2024-10-15 12:00:00' AS after FROM harvests
