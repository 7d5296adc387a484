SELECT id, picked_on > DATE '2024-10-15' AS autumn FROM harvests
