"""What the pages of a table ask."""
