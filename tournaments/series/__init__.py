"""Series: add up what tournaments, rounds and evenings of a year give."""
