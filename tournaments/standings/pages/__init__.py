"""What the standings show, and every table of a tournament with its hands."""
