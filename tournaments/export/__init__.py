"""A tournament as files, in the club's calendar and results, and in a member's stored data."""
