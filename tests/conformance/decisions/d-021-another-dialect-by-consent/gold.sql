SELECT id, UPPER(kind) FROM loaves WHERE id < 4
