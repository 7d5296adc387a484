SELECT SUM(weight) AS weight FROM crates
