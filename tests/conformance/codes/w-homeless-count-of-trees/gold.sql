SELECT variety, COUNT(*) AS row_count FROM trees GROUP BY variety
