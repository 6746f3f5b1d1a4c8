"""The contents of the draw's pages, the cards on the tables, and a round's blank score sheets."""
