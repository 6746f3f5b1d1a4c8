"""What the director sees of one table, what a change there would do, and what lines from paper pay."""
