SELECT id, kind, price FROM loaves ORDER BY kind NULLS FIRST, price DESC NULLS LAST, id
