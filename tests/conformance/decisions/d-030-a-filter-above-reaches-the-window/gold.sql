SELECT r.name, ROW_NUMBER() OVER (ORDER BY r.balance DESC NULLS LAST, r.id) FROM riders r LEFT JOIN stations s ON r.station_id = s.id WHERE s.city <> 'Genf'
