"""An evening as a book: its tables, who pays whom, and the rules it was played by."""
