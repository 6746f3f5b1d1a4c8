"""The views of the public page and of the screen in the hall, and what asks them every few seconds."""
