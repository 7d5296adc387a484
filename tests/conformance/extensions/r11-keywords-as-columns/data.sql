CREATE TABLE bins (id INTEGER, "order" INTEGER, "Net Weight" INTEGER, "user" VARCHAR(9), level INTEGER);
INSERT INTO bins VALUES (1, 3, 120, 'Finn', 2), (2, 4, 95, 'Gil', NULL);
