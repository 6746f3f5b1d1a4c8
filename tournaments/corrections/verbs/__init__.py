"""Everything that puts a table right: who leaves, who really sat there, other rules, hands from paper."""
