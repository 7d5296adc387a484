SELECT s.city, SUM(t.fee), AVG(t.km), MEDIAN(CAST(t.km AS DOUBLE PRECISION)), COUNT(DISTINCT t.bike_id), STDDEV_POP(t.km)
FROM trips t LEFT JOIN riders r ON t.rider_id = r.id LEFT JOIN stations s ON r.station_id = s.id GROUP BY s.city
