"""What was typed in tournaments and may name somebody."""
