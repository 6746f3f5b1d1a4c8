"""The views of lots and prizes, of the day's money, and of certificates."""
