"""A season as a book."""
