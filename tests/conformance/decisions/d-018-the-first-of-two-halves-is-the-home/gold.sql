SELECT town, SUM(x), SUM(y), SUM(n), SUM(k) FROM (
  SELECT p.town, p.age + f.posts AS x, CAST(NULL AS INTEGER) AS y, 1 AS n, 0 AS k FROM persons p LEFT JOIN profiles f ON f.person_id = p.id
  UNION ALL SELECT p.town, NULL, f.posts + p.age, 0, 1 FROM profiles f LEFT JOIN persons p ON f.person_id = p.id) u GROUP BY town
