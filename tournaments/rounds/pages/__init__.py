"""The contents of a running round's pages: its clock, the director's board, a table's phone."""
