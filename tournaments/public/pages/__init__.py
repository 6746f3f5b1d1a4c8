"""The contents of a tournament's public page, and of the screen in the hall."""
