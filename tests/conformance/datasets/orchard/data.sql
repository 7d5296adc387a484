-- Growers have trees; trees are harvested, sprayed and looked after by helpers, of whom some lead others.
-- Crates leave one depot for another. The rain gauges are linked to nothing else.
-- Tree 14 has no grower, tree 15 bore nothing yet, harvest 106 is of a tree that is not there; Dee has no trees,
-- and her valley is unknown.

CREATE TABLE growers (id INTEGER, name VARCHAR(20), valley VARCHAR(20));
INSERT INTO growers VALUES
  (1, 'Ada', 'North'),
  (2, 'Bo', 'North'),
  (3, 'Cy', 'South'),
  (4, 'Dee', NULL);

CREATE TABLE trees (id INTEGER, grower_id INTEGER, variety VARCHAR(20), planted_on DATE);
INSERT INTO trees VALUES
  (10, 1, 'Boskoop', DATE '2015-03-01'),
  (11, 1, 'Gala', DATE '2018-11-20'),
  (12, 2, 'Gala', DATE '2020-04-05'),
  (13, 3, 'Boskoop', DATE '2020-10-10'),
  (14, NULL, 'Quince', DATE '2021-01-15'),
  (15, 2, 'Gala', DATE '2023-03-20');

CREATE TABLE harvests (id INTEGER, tree_id INTEGER, picked_on DATE, kilos DECIMAL(8, 2), grade VARCHAR(1));
INSERT INTO harvests VALUES
  (100, 10, DATE '2024-09-02', 40.00, 'A'),
  (101, 10, DATE '2024-09-20', 25.50, 'B'),
  (102, 11, DATE '2024-10-01', 30.00, 'A'),
  (103, 12, DATE '2024-10-15', 18.00, 'A'),
  (104, 13, DATE '2024-11-03', 52.00, NULL),
  (105, 14, DATE '2025-09-01', 7.00, 'B'),
  (106, 99, DATE '2025-09-05', 3.00, 'B');

CREATE TABLE sprayings (id INTEGER, tree_id INTEGER, sprayed_on DATE, litres INTEGER);
INSERT INTO sprayings VALUES
  (200, 10, DATE '2024-05-01', 5),
  (201, 10, DATE '2024-06-01', 4),
  (202, 12, DATE '2024-05-03', 6),
  (203, 13, DATE '2024-05-09', 8);

CREATE TABLE helpers (id INTEGER, name VARCHAR(20), leader_id INTEGER, wage INTEGER);
INSERT INTO helpers VALUES
  (1, 'Finn', NULL, 20),
  (2, 'Gil', 1, 15),
  (3, 'Hal', 1, 16),
  (4, 'Ivy', 2, 12);

CREATE TABLE shifts (helper_id INTEGER, tree_id INTEGER, hours INTEGER);
INSERT INTO shifts VALUES
  (1, 10, 3),
  (1, 11, 2),
  (2, 10, 4),
  (2, 12, 5),
  (3, 13, 6);

CREATE TABLE depots (id INTEGER, town VARCHAR(20));
INSERT INTO depots VALUES
  (1, 'Lund'),
  (2, 'Malmo'),
  (3, 'Ystad');

CREATE TABLE crates (id INTEGER, grower_id INTEGER, packed_at INTEGER, sent_to INTEGER, weight INTEGER);
INSERT INTO crates VALUES
  (1000, 1, 1, 2, 20),
  (1001, 1, 1, 3, 15),
  (1002, 2, 2, 2, 10),
  (1003, 3, 3, NULL, 12),
  (1004, 3, 1, 2, 8);

CREATE TABLE stations (id INTEGER, place VARCHAR(20));
INSERT INTO stations VALUES
  (1, 'Ridge'),
  (2, 'Ford');

CREATE TABLE readings (id INTEGER, station_id INTEGER, taken_at TIMESTAMP, millimetres INTEGER);
INSERT INTO readings VALUES
  (1, 1, TIMESTAMP '2024-09-01 06:30:15', 4),
  (2, 1, TIMESTAMP '2024-09-01 18:05:00', 0),
  (3, 2, TIMESTAMP '2024-10-12 06:45:59', 11),
  (4, 2, TIMESTAMP '2025-01-20 00:00:00', 7);
