"""The views of what is stored about somebody, and of a name that goes for good."""
