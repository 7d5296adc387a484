CREATE TABLE cakes (id INTEGER, price INTEGER);
INSERT INTO cakes VALUES (1, 10), (2, 10), (3, 4), (4, NULL);
CREATE TABLE judges (id INTEGER, town VARCHAR(20));
INSERT INTO judges VALUES (1, 'Bern'), (2, 'Bern'), (3, 'Genf');
CREATE TABLE tastings (cake_id INTEGER, judge_id INTEGER);
INSERT INTO tastings VALUES (1, 1), (1, 2), (2, 1), (3, 2), (3, 3), (2, NULL);
