SELECT id, km * 2 FROM trips WHERE id < 103
