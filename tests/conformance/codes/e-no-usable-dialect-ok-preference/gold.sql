SELECT id, kilos FROM harvests
