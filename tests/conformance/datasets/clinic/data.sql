-- A clinic. Doctor 4 is in no ward, doctor 5 in one that is not there; ward 3 has no doctors; visit 17 names no
-- doctor; stays come from one ward and go to another, and stay 43 goes nowhere.
CREATE TABLE wards (id INTEGER, name VARCHAR(20), floor INTEGER);
INSERT INTO wards VALUES (1, 'heart', 1), (2, 'bones', 2), (3, 'eyes', 2);
CREATE TABLE doctors (id INTEGER, name VARCHAR(20), ward_id INTEGER, mentor_id INTEGER, grade INTEGER);
INSERT INTO doctors VALUES (1, 'Amal', 1, NULL, 9), (2, 'Beth', 1, 1, 7), (3, 'Carl', 2, 1, 7), (4, 'Dina', NULL, 3, 5), (5, 'Ewan', 77, 3, NULL);
CREATE TABLE visits (id INTEGER, doctor_id INTEGER, ward_id INTEGER, minutes INTEGER, seen_at TIMESTAMP);
INSERT INTO visits VALUES
  (11, 1, 1, 30, TIMESTAMP '2024-05-01 08:00:00'), (12, 1, 2, 20, TIMESTAMP '2024-05-01 09:30:00'),
  (13, 2, 1, 45, TIMESTAMP '2024-05-02 10:00:00'), (14, 3, 2, 15, TIMESTAMP '2024-05-06 11:15:00'),
  (15, 4, 2, 15, TIMESTAMP '2024-05-06 16:45:00'), (16, 3, 1, NULL, TIMESTAMP '2024-06-01 07:05:00'),
  (17, NULL, 2, 25, TIMESTAMP '2024-06-03 12:00:00');
CREATE TABLE stays (id INTEGER, from_ward INTEGER, to_ward INTEGER, days INTEGER);
INSERT INTO stays VALUES (41, 1, 2, 3), (42, 2, 2, 5), (43, 1, NULL, 7), (44, 2, 1, 2);
CREATE TABLE skills (doctor_id INTEGER, skill VARCHAR(20), level INTEGER);
INSERT INTO skills VALUES (1, 'cardio', 5), (1, 'echo', 3), (2, 'cardio', 4), (3, 'joints', 5), (3, 'cardio', 1);
CREATE TABLE tools (id INTEGER, skill VARCHAR(20), price INTEGER);
INSERT INTO tools VALUES (71, 'cardio', 100), (72, 'cardio', 250), (73, 'joints', 80), (74, 'laser', 900);
CREATE TABLE payrolls (id INTEGER, month_no INTEGER, paid INTEGER);
INSERT INTO payrolls VALUES (1, 1, 1000), (2, 1, 500), (3, 2, 700);
