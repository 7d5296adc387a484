SELECT variety FROM trees
