SELECT id, grams, (SELECT grams FROM loaves WHERE id = 7) FROM loaves WHERE kind = 'rye'
