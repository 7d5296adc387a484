SELECT id, CAST(gross - tax AS DOUBLE PRECISION) / 2, CAST(gross - tax AS DOUBLE PRECISION) / 2 FROM receipts
