"""Evenings: opened, seated, closed, settled."""
