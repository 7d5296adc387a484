SELECT class, SUM(fee) FROM (SELECT CASE WHEN t.km > 5 THEN 'long' WHEN r.tier = 'gold' THEN 'gold' ELSE 'other' END AS class, t.fee FROM trips t LEFT JOIN riders r ON t.rider_id = r.id) g
GROUP BY class HAVING class <> 'other' ORDER BY class DESC
