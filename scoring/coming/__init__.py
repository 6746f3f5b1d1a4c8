"""Who is coming? Planned evenings, the members' answers, and how many tables that makes."""
