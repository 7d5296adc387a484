SELECT t.id, p.price FROM trees AS t LEFT JOIN 'prices.csv' AS p ON t.variety = p.variety
