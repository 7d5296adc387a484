SELECT t.id FROM trips t LEFT JOIN riders r ON t.rider_id = r.id LEFT JOIN stations s ON r.station_id = s.id ORDER BY s.city NULLS LAST, t.km * -1 NULLS LAST, t.id DESC LIMIT 6
