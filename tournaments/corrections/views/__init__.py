"""The views of one table for the director, and of a table that plays on paper."""
