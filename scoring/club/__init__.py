"""A club's door: accounts, first page, members, settings."""
