"""The pages about what is stored."""
