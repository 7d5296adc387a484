SELECT tier, tier, SUM(balance) FROM riders GROUP BY tier
