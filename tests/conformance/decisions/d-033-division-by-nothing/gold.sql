SELECT id, CAST(grams AS DOUBLE PRECISION) / NULLIF(price, 0), id % NULLIF(price, 0) FROM loaves
