SELECT SUM(balance) FROM riders
