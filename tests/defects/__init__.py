"""Planted defects: do tests find them? `make defects`."""
