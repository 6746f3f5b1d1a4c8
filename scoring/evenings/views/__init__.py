"""The pages of an evening."""
