"""Two rule sheets side by side: what differs, in words, and what that does to hands that everybody knows."""
