WITH b AS (SELECT tier, SUM(balance) AS balances FROM riders GROUP BY tier),
f AS (SELECT r.tier, SUM(t.fee) AS fees FROM trips t LEFT JOIN riders r ON t.rider_id = r.id GROUP BY r.tier)
SELECT COALESCE(b.tier, f.tier), b.balances, f.fees FROM b FULL JOIN f ON (b.tier IS NULL) = (f.tier IS NULL) AND b.tier IS NOT DISTINCT FROM f.tier
