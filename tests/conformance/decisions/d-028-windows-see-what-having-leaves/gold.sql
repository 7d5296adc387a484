SELECT name, f, a FROM (SELECT name, f, SUM(f) OVER () AS a, RANK() OVER (ORDER BY f DESC NULLS FIRST) AS k FROM (
  SELECT r.name, SUM(t.fee) AS f FROM trips t LEFT JOIN riders r ON t.rider_id = r.id GROUP BY r.name HAVING SUM(t.fee) > 7) g) w WHERE k <= 3
