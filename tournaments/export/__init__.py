"""A tournament as files."""
