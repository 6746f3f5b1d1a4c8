"""What the pages of an evening show: tables, settling up, seals, newer rules, the blank score sheet."""
