SELECT status, SUM(fee) - (SUM(km) + COUNT(id)), CAST(SUM(fee) AS DOUBLE PRECISION) / (SUM(km) + COUNT(id)) FROM trips GROUP BY status
