"""What a season's pages ask."""
