CREATE TABLE guests (id INTEGER, row_id INTEGER, balance INTEGER);
INSERT INTO guests VALUES (1, 7, 100), (2, 7, 50);
CREATE TABLE visits (rider_id INTEGER, club_id INTEGER);
CREATE TABLE houses (id INTEGER, region VARCHAR(20));
