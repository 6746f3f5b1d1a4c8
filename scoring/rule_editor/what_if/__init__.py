"""Evenings and seasons recomputed under another sheet, beside the real ones. Nothing of it is kept."""
