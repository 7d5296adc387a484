SELECT variety, COUNT(*) AS "2nd count" FROM trees GROUP BY variety
