"""What leaves the club: links that only read, feeds, files."""
