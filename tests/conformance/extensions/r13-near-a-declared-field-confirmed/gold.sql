SELECT id, grade FROM harvests
