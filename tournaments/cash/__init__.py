"""The money of a tournament's day: fees in, prizes out, what is left."""
