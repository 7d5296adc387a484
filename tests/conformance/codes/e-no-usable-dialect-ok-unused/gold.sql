SELECT kilos FROM harvests
