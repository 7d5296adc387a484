SELECT id, variety FROM trees ORDER BY variety, id
