SELECT kilos AS "Net kilos (kg)" FROM harvests
