SELECT SUM(kilos) AS kilos FROM harvests WHERE picked_on >= DATE '2024-09-17' AND picked_on < DATE '2025-10-01'
