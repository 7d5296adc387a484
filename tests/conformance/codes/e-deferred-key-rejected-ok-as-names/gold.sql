SELECT MAX(id) AS reset, MAX(id) + 1 AS parameters, MAX(id) + 2 AS cube FROM harvests
