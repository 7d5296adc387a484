SELECT grade || CAST(id AS VARCHAR) AS label, picked_on > DATE '2024-10-15' AS late, CAST(kilos AS VARCHAR) AS sure FROM harvests
