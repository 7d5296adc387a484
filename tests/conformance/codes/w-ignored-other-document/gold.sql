SELECT id FROM harvests
