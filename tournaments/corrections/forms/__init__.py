"""Forms for corrections at a table, and for hands or results typed from paper."""
