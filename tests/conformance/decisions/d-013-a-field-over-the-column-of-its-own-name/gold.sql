SELECT id, fee * 10, fee + 1, fee * 10 + 1 FROM trips WHERE status = 'cancelled'
