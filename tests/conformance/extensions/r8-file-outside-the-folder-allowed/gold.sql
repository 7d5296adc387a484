SELECT t.id, p.price FROM trees AS t LEFT JOIN '../r8-file-as-source/prices.csv' AS p ON t.variety = p.variety
