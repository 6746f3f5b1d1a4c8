"""The views of accounts and signing in, of a club's own pages, and of its members."""
