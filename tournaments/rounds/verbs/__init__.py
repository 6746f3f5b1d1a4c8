"""The only writers here."""
