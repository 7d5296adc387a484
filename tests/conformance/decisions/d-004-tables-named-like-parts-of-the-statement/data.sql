CREATE TABLE stacked_by_name (id INTEGER, rider_id INTEGER, fee INTEGER);
INSERT INTO stacked_by_name VALUES (1, 1, 10), (2, 1, 20), (3, NULL, 40);
CREATE TABLE trips_by_name (id INTEGER, rider_id INTEGER, severity INTEGER);
INSERT INTO trips_by_name VALUES (1, 1, 3), (2, 2, 5);
CREATE TABLE complaints_by_name (id INTEGER, name VARCHAR(20));
INSERT INTO complaints_by_name VALUES (1, 'Ada'), (2, 'Bo');
