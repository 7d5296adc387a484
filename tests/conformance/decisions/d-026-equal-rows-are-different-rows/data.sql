CREATE TABLE riders (id INTEGER, name VARCHAR(20), tier VARCHAR(20), station_id INTEGER, balance INTEGER);
INSERT INTO riders VALUES (NULL, 'Zoe', 'gold', 1, 5), (NULL, 'Zoe', 'gold', 1, 5), (1, 'Ada', 'gold', 1, 7), (2, 'Ada', 'gold', 1, 7);
CREATE TABLE clubs (id INTEGER, title VARCHAR(20), region VARCHAR(20), dues INTEGER);
INSERT INTO clubs VALUES (31, 'Alpine', 'north', 50), (32, 'River', 'north', 30);
CREATE TABLE memberships (rider_id INTEGER, club_id INTEGER, since INTEGER);
INSERT INTO memberships VALUES (1, 31, 2019), (1, 32, 2019), (2, 31, 2020), (2, 32, 2021);
