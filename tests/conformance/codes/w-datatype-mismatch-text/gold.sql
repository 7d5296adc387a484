SELECT id, grade || '!' AS label FROM harvests
