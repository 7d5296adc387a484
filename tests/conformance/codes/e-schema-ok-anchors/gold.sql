SELECT id, variety FROM trees WHERE planted_on > DATE '2020-01-01'
