SELECT id, kilos AS "Net kilos" FROM harvests
