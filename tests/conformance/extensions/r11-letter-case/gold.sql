SELECT id AS "ID", variety AS "Variety" FROM trees WHERE id < 12
