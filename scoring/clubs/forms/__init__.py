"""The forms for accounts and passwords, for clubs and their members."""
