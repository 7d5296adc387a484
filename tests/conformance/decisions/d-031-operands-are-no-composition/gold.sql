SELECT name, f, k FROM (SELECT name, f, RANK() OVER (ORDER BY f DESC NULLS FIRST) AS k FROM (
  SELECT r.name, SUM(t.fee) AS f FROM trips t LEFT JOIN riders r ON t.rider_id = r.id GROUP BY r.name) g) w WHERE k <= 2 ORDER BY k
