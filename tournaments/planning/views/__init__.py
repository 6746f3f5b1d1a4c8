"""The views of a club's tournaments, of their desk and settings, and of saved presets."""
