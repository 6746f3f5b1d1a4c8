"""A round's clock from what was written about it, its bell, and the doubled hands that lapse then."""
