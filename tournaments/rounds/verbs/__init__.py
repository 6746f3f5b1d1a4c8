"""All changes of a running round: start and end, its clock, and the bell."""
