"""What the director puts right at the tables, people who leave, and tables that play on paper."""
