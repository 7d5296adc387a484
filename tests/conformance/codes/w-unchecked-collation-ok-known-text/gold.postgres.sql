SELECT id, variety FROM trees ORDER BY variety COLLATE "C", id
