"""Personal data that is stored, and anonymising."""
