SELECT id, kilos / 2 AS share FROM harvests
