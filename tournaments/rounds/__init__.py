"""A round is played: its clock, the board, the phones at its tables."""
