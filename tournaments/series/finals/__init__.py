"""Finals: the first of a series play on in a tournament."""
