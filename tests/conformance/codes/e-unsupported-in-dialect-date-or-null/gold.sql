SELECT id, NULL AS answer FROM harvests
