"""How tournaments look on a page."""
