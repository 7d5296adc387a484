-- A bike rental. What is odd about it is meant: riders 6 and 7 have no station and one that is not there, station 4 lies
-- in no city, nobody lives at station 5; trips 108 and 109 have no rider and one that is not there, trip 107 has no
-- bike, trip 110 neither length nor fee; club 33 has no members, the members 9 and the club 99 are not there, riders
-- 5 to 7 are in no club, and rider 1 is in two clubs of one region; nothing was ever recalled.
CREATE TABLE stations (id INTEGER, city VARCHAR(20), docks INTEGER);
INSERT INTO stations VALUES (1, 'Bern', 10), (2, 'Bern', 20), (3, 'Genf', 15), (4, NULL, 5), (5, 'Chur', 8);
CREATE TABLE riders (id INTEGER, name VARCHAR(20), tier VARCHAR(20), station_id INTEGER, balance INTEGER);
INSERT INTO riders VALUES
  (1, 'Ada', 'gold', 1, 100), (2, 'Bo', 'basic', 1, 40), (3, 'Cy', 'basic', 2, NULL), (4, 'Dee', 'gold', 3, 70),
  (5, 'Eli', NULL, 4, 20), (6, 'Fay', 'basic', NULL, 60), (7, 'Gus', 'gold', 99, 10);
CREATE TABLE bikes (id INTEGER, frame VARCHAR(20), price INTEGER);
INSERT INTO bikes VALUES (11, 'city', 300), (12, 'cargo', 900), (13, 'city', 350), (14, 'race', 1200);
CREATE TABLE trips (id INTEGER, rider_id INTEGER, bike_id INTEGER, km INTEGER, fee INTEGER, status VARCHAR(20), started_on DATE);
INSERT INTO trips VALUES
  (101, 1, 11, 5, 10, 'done', DATE '2024-01-05'), (102, 1, 12, 7, 12, 'done', DATE '2024-01-20'),
  (103, 1, 11, 2, 4, 'cancelled', DATE '2024-02-02'), (104, 2, 11, 9, 15, 'done', DATE '2024-02-10'),
  (105, 3, 13, 4, 8, 'done', DATE '2024-02-15'), (106, 4, 12, 6, 11, 'cancelled', DATE '2024-03-01'),
  (107, 5, NULL, 3, 6, 'done', DATE '2024-03-03'), (108, NULL, 13, 8, 14, 'done', DATE '2024-03-09'),
  (109, 99, 11, 1, 2, 'done', NULL), (110, 4, 12, NULL, NULL, 'done', DATE '2024-03-20');
CREATE TABLE complaints (id INTEGER, rider_id INTEGER, severity INTEGER, topic VARCHAR(20));
INSERT INTO complaints VALUES
  (201, 1, 3, 'brakes'), (202, 1, 1, 'app'), (203, 4, 2, 'brakes'), (204, 6, 5, 'seat'), (205, NULL, 4, 'app');
CREATE TABLE clubs (id INTEGER, title VARCHAR(20), region VARCHAR(20), dues INTEGER);
INSERT INTO clubs VALUES (31, 'Alpine', 'north', 50), (32, 'River', 'north', 30), (33, 'Night', 'south', 20), (34, 'Dawn', NULL, 15);
CREATE TABLE memberships (rider_id INTEGER, club_id INTEGER, since INTEGER);
INSERT INTO memberships VALUES (1, 31, 2019), (1, 32, 2021), (2, 31, 2020), (3, 99, 2022), (4, 32, 2018), (4, 34, 2023), (9, 31, 2017);
CREATE TABLE repairs (id INTEGER, bike_id INTEGER, cost INTEGER, part VARCHAR(20));
INSERT INTO repairs VALUES (301, 11, 20, 'chain'), (302, 11, 5, 'bell'), (303, 12, 100, 'wheel'), (304, 14, 60, 'chain'), (305, NULL, 7, 'bell');
CREATE TABLE recalls (id INTEGER, bike_id INTEGER, cost INTEGER);
