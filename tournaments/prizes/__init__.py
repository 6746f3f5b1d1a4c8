"""Lots, prizes and certificates."""
