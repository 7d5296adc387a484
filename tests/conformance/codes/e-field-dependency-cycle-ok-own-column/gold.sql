SELECT id, kilos * 2 AS kilos, kilos + 1 AS more FROM harvests
