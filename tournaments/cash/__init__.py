"""The money of a tournament's day: fees and day tickets, prizes, receipts, and the rest."""
