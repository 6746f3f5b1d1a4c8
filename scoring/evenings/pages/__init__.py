"""An evening as people read it."""
