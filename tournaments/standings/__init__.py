"""What the tables came to, and who stands where."""
