SELECT d.name, SUM(v.minutes) FROM visits v LEFT JOIN doctors d ON v.doctor_id = d.id GROUP BY d.name
