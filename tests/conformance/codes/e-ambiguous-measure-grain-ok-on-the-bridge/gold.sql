SELECT SUM(w.wage * s.hours) AS pay FROM shifts AS s LEFT JOIN helpers AS w ON s.helper_id = w.id
