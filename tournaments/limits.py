"""How long and how many of what a tournament takes, and the letters of its codes."""

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
LENGTH_OF_SEED = 16


LONGEST_PRIZE = 80


MOST_PRIZES = 100
