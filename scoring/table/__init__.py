"""One table: its log of entries, what follows from them, and its pages."""
