-- A bakery. Values repeat, tie and are NULL; zero is sold for nothing; one kind has only NULL prices.
CREATE TABLE loaves (id INTEGER, kind VARCHAR(20), price INTEGER, grams INTEGER, baked_on DATE);
INSERT INTO loaves VALUES
  (1, 'rye', 4, 500, DATE '2024-02-28'), (2, 'rye', 6, 750, DATE '2024-02-29'), (3, 'spelt', 5, 500, DATE '2024-03-01'),
  (4, 'spelt', NULL, 500, DATE '2024-03-01'), (5, 'corn', NULL, 400, NULL), (6, NULL, 2, NULL, DATE '2024-03-04'),
  (7, 'rye', 6, 900, DATE '2024-03-04'), (8, 'plain', 0, 300, DATE '2024-03-05');
CREATE TABLE offcuts (id INTEGER, kind VARCHAR(20), price INTEGER);
