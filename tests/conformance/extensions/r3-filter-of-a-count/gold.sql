SELECT 1 AS without_grade
