"""The views of registration: of the director, and of whoever registers."""
