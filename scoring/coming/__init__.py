"""Who is coming? Planned evenings, what the members say of them, and how many tables that makes."""
