"""The views of evenings: lists, seating at a table, settling up, the blank score sheet."""
