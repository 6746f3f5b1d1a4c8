"""A season, its statistics and a player's own page as books and worksheets."""
