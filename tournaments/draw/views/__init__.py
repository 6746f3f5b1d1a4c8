"""The views of the draw and its lists, of the cards on the tables, and of a round's blank score sheets."""
