"""The money of the day."""
