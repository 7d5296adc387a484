SELECT COUNT(id), COUNT(*), COUNT(DISTINCT kind), SUM(price), AVG(price), MIN(kind), CAST(NULL AS DOUBLE PRECISION), STDDEV(price), 0, SUM(price) FROM offcuts
