"""The arbiters are called, and rule."""
