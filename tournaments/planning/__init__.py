"""A tournament is set up, shown, finished, copied."""
