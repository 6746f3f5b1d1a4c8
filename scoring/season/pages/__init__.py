"""What the pages of a season show: standings, careers, playing strengths, certificates."""
