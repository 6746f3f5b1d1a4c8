"""A whole club as one file, and a club out of such a file: into an empty installation, or beside others."""
