"""A table's sheet as people read it."""
