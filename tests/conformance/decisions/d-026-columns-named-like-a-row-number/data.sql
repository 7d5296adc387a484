CREATE TABLE riders_by_region_rows (id INTEGER, row_id INTEGER, balance INTEGER);
INSERT INTO riders_by_region_rows VALUES (1, 7, 100), (2, 7, 100), (3, 9, 1);
CREATE TABLE riders_numbered (rider_id INTEGER, club_id INTEGER);
INSERT INTO riders_numbered VALUES (1, 1), (1, 2), (2, 1);
CREATE TABLE riders_windowed (id INTEGER, region VARCHAR(20));
INSERT INTO riders_windowed VALUES (1, 'north'), (2, 'north');
