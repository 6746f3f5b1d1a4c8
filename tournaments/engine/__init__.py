"""Pure: standings and criteria, seating, capital, clock. Standard library only."""
