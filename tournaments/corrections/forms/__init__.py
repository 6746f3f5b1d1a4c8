"""The forms for what is put right at a table, and for hands or results typed from paper."""
