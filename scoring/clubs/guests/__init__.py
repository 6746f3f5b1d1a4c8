"""People without membership: who they were, and that they are members now."""
