SELECT id, price FROM loaves ORDER BY price DESC NULLS FIRST, id
