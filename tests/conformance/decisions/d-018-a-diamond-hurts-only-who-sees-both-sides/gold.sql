SELECT w.name, COUNT(d.id) FROM doctors d LEFT JOIN wards w ON d.ward_id = w.id GROUP BY w.name
