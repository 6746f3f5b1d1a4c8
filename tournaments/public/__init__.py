"""The public pages of a tournament, without an account, and the screen in the hall."""
