"""What the pages of a table show: its sheet, every version of a hand, and what the phone has to know."""
