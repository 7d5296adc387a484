SELECT id, grade = 'A' AND grade IS NOT NULL AS sure, grade = 'A' OR grade IS NULL AS maybe FROM harvests
