SELECT "order", "Net Weight", "user", level FROM bins
