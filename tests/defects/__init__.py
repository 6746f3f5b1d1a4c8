"""Planted defects: which are found, by which tests, and how soon. `make defects`."""
