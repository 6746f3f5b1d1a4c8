"""A season as people read it."""
