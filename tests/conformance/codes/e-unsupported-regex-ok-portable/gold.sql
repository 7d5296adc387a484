SELECT id, grade BETWEEN 'A' AND 'C' AS answer FROM harvests
