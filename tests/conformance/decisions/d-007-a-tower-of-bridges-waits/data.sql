CREATE TABLE cooks (id INTEGER); CREATE TABLE dishes (id INTEGER); CREATE TABLE spices (id INTEGER, heat INTEGER);
CREATE TABLE cooked (cook_id INTEGER, dish_id INTEGER); CREATE TABLE spiced (dish_id INTEGER, spice_id INTEGER);
