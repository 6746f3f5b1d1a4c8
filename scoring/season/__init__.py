"""A club's year: standings, careers, records, playing strengths, certificates."""
