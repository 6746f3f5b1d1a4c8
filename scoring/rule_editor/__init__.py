"""Rule sheets that a club writes itself."""
