"""One table: its log of entries, what follows from them, and the pages on which they are made."""
