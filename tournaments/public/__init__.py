"""What everybody sees of a tournament without an account, and the screen in the hall."""
