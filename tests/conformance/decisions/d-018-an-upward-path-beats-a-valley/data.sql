CREATE TABLE riders (id INTEGER, name VARCHAR(20), tier VARCHAR(20), station_id INTEGER, balance INTEGER, favourite_id INTEGER);
INSERT INTO riders VALUES (1, 'Ada', 'gold', 1, 100, 32), (2, 'Bo', 'basic', 1, 40, 32), (3, 'Cy', 'basic', 2, NULL, NULL);
CREATE TABLE clubs (id INTEGER, title VARCHAR(20), region VARCHAR(20), dues INTEGER);
INSERT INTO clubs VALUES (31, 'Alpine', 'north', 50), (32, 'River', 'north', 30);
CREATE TABLE memberships (rider_id INTEGER, club_id INTEGER, since INTEGER);
INSERT INTO memberships VALUES (1, 31, 2019), (2, 31, 2020), (3, 31, 2021);
