SELECT id, status FROM trips
