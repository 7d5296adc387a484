SELECT s.title, SUM(t.points) FROM teams t LEFT JOIN leagues l ON t.league_id = l.id LEFT JOIN sponsors s ON l.sponsor_id = s.id GROUP BY s.title
