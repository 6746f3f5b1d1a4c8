"""Times, the bell, and what lapses at it."""
