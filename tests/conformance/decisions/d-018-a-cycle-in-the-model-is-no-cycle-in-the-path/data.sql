CREATE TABLE teams (id INTEGER, title VARCHAR(20), points INTEGER, league_id INTEGER);
INSERT INTO teams VALUES (1, 'Reds', 10, 1), (2, 'Blues', 20, 1), (3, 'Greens', 5, 2), (4, 'Greys', 1, NULL);
CREATE TABLE leagues (id INTEGER, title VARCHAR(20), sponsor_id INTEGER);
INSERT INTO leagues VALUES (1, 'first', 7), (2, 'second', 8);
CREATE TABLE sponsors (id INTEGER, title VARCHAR(20), team_id INTEGER);
INSERT INTO sponsors VALUES (7, 'Oil', 3), (8, 'Milk', 1), (9, 'Beer', 2);
