"""Groups: lists of members kept by the organiser, for series."""
