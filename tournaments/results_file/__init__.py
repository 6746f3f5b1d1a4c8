"""An open file of results: written, read without trusting anything, checked by anyone."""
