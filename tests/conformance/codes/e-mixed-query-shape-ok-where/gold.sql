SELECT id, variety FROM trees WHERE variety <> 'Gala' ORDER BY id DESC LIMIT 2
