"""What the pages of the draw show, the cards on the tables, and a round's blank score sheets."""
