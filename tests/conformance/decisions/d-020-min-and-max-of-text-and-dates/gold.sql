SELECT grams, MIN(kind), MAX(baked_on) FROM loaves GROUP BY grams
