CREATE TABLE guests (id INTEGER, row_id INTEGER, balance INTEGER);
INSERT INTO guests VALUES (1, 7, 100), (2, 7, 50), (3, 9, 1);
CREATE TABLE visits (rider_id INTEGER, club_id INTEGER);
INSERT INTO visits VALUES (1, 1), (1, 1), (2, 2), (2, NULL);
CREATE TABLE houses (id INTEGER, region VARCHAR(20));
INSERT INTO houses VALUES (1, 'north'), (2, NULL);
