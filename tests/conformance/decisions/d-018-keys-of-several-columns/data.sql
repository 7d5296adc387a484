CREATE TABLE issues (year INTEGER, number INTEGER, title VARCHAR(20));
INSERT INTO issues VALUES (2023, 1, 'snow'), (2023, 2, 'rain'), (2024, 1, 'sun');
CREATE TABLE sales (yy INTEGER, num INTEGER, sold INTEGER, town_id INTEGER, land VARCHAR(20));
INSERT INTO sales VALUES (23, 1, 10, 1, 'CH'), (23, 2, 20, 1, 'FR'), (24, 1, 30, 2, 'CH'), (24, NULL, 40, 2, 'CH'), (24, 2, 50, NULL, 'CH');
CREATE TABLE towns (id INTEGER, land VARCHAR(20), name VARCHAR(20));
INSERT INTO towns VALUES (1, 'CH', 'Bern'), (2, 'CH', 'Genf');
