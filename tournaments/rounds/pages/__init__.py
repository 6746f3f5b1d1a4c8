"""What is shown of a running round: its clock, the director's board, what a table's phone has to know."""
