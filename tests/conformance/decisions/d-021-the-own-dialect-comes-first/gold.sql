SELECT SUM(price) FROM loaves
