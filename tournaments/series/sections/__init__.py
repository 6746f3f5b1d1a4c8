"""Sections: one tournament in several, which play apart and rank apart, or apart and together."""
