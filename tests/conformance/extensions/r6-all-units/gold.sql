SELECT DATE_TRUNC('year', taken_at) AS taken_at_year, DATE_TRUNC('quarter', taken_at) AS taken_at_quarter, DATE_TRUNC('month', taken_at) AS taken_at_month, DATE_TRUNC('week', taken_at) AS taken_at_week, DATE_TRUNC('day', taken_at) AS taken_at_day, DATE_TRUNC('hour', taken_at) AS taken_at_hour, DATE_TRUNC('minute', taken_at) AS taken_at_minute, SUM(millimetres) AS rain
FROM readings
GROUP BY 1, 2, 3, 4, 5, 6, 7
