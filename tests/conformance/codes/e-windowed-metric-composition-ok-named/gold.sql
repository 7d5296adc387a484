SELECT grade, SUM(SUM(kilos)) OVER (ORDER BY grade) AS running FROM harvests WHERE grade IS NOT NULL GROUP BY grade ORDER BY running DESC
