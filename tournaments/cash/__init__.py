"""The money of a tournament's day: fees and day tickets in, prizes out, receipts, what is left."""
