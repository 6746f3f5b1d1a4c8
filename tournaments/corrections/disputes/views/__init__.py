"""The views of calls for the arbiters, of rulings, and of the log of both."""
