SELECT id, kilos AS latest FROM harvests
