"""What is stored about somebody, and how a name goes for good."""
