"""A hand settled for anybody, kept nowhere but in its address."""
