"""What the pages of tournaments share."""
