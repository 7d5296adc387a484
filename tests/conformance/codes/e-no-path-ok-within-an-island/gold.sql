SELECT s.place, SUM(r.millimetres) AS rain FROM readings AS r LEFT JOIN stations AS s ON r.station_id = s.id GROUP BY s.place
