"""What the public page of a tournament shows, and the screen in the hall."""
