CREATE TABLE jars (id INTEGER, code VARCHAR(20), grams INTEGER);
INSERT INTO jars VALUES (1, 'a', 10), (2, NULL, 20), (3, 'b', 30), (4, NULL, 40);
CREATE TABLE labels (code VARCHAR(20), text VARCHAR(20));
INSERT INTO labels VALUES ('a', 'plum'), (NULL, 'blank');
