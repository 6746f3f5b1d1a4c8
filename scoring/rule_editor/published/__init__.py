"""The first page, and the pages of published rule sheets with their worked examples."""
