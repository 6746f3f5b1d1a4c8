"""A sheet as people read it: names in place of ids, words in place of codes. Reads, never writes."""
