"""The pages of a club and its people."""
