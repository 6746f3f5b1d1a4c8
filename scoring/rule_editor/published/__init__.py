"""The first page, and the pages of the published rule sheets with their worked examples."""
