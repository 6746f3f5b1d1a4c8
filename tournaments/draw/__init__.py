"""Who sits where: the draw, the seating lists, the cards on the tables."""
