SELECT id, -CAST(kilos AS DECIMAL(10, 1)) + 2 AS odd FROM harvests
