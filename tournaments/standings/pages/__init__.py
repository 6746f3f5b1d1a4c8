"""The contents of standings, and of every table of a tournament with its hands."""
