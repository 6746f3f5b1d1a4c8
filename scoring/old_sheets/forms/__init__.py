"""What the pages of old score sheets ask."""
