"""A club's own sheets as people read them."""
