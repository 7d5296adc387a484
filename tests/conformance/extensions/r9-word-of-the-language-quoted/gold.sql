SELECT id AS "order", picked_on AS date, id AS rank FROM harvests
