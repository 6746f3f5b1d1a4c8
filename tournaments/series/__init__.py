"""Series: what tournaments, rounds and evenings of a year give is added up."""
