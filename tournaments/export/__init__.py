"""A tournament as files, in the club's calendar and results, and in what is stored about a member."""
