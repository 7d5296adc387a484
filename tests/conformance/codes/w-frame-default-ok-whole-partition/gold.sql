SELECT id, (SELECT kilos FROM harvests WHERE id = 106) AS latest FROM harvests
