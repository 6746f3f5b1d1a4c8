"""What these pages show."""
