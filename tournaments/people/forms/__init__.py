"""What these pages ask."""
