SELECT kind, COUNT(*), COUNT(price), SUM(price), AVG(price), STDDEV_SAMP(price), STDDEV_POP(price), MAX(price) FROM loaves GROUP BY kind
