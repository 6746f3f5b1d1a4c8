"""The forms that ask which evenings and hands a season counts, and who gets a certificate."""
