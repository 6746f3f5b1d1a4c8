"""The views of a running round: its clock, the director's board, and answers at the bell."""
