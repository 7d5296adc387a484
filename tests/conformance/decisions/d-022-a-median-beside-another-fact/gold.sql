SELECT t.tier, t.med, c.sev FROM (SELECT r.tier, MEDIAN(CAST(t.fee AS DOUBLE PRECISION)) AS med FROM trips t LEFT JOIN riders r ON t.rider_id = r.id GROUP BY r.tier) t
FULL JOIN (SELECT r.tier, SUM(c.severity) AS sev FROM complaints c LEFT JOIN riders r ON c.rider_id = r.id GROUP BY r.tier) c ON (t.tier IS NULL) = (c.tier IS NULL) AND t.tier IS NOT DISTINCT FROM c.tier
