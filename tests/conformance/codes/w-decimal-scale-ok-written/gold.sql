SELECT id, kilos AS exact FROM harvests
