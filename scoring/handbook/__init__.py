"""The handbook: what users need to know, as pages of the program."""
