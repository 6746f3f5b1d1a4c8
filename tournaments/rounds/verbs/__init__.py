"""Everything that changes a running round: start and end, its clock, and what happens at the bell."""
