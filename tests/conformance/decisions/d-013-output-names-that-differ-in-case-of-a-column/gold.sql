SELECT id, km * -1, fee FROM trips WHERE fee > 9 ORDER BY km * -1, id
