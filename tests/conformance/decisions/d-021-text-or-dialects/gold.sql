SELECT kind, SUM(price) FROM loaves GROUP BY kind
