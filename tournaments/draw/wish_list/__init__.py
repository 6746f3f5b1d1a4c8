"""What people wish of the draw: a table or a seat, a smoking table, not together with somebody."""
