SELECT id, NULL AS odd FROM harvests
