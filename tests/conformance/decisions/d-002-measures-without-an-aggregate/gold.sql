SELECT DISTINCT city, 1, UPPER(city) FROM stations
