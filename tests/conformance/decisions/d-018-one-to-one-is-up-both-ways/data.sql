CREATE TABLE persons (id INTEGER, town VARCHAR(20), age INTEGER);
INSERT INTO persons VALUES (1, 'Bern', 30), (2, 'Bern', 40), (3, 'Genf', 50);
CREATE TABLE profiles (person_id INTEGER, theme VARCHAR(20), posts INTEGER);
INSERT INTO profiles VALUES (1, 'dark', 5), (3, 'dark', 7), (8, 'light', 9), (NULL, 'light', 1);
