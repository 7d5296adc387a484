SELECT id FROM trees
