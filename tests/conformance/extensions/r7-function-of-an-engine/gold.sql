SELECT id, grade || '-' || grade AS twice FROM harvests
