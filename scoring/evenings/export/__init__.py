"""An evening as a book."""
