"""Playing a round: its clock, the board, the phones at its tables."""
