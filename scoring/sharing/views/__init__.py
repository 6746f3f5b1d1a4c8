"""The pages that hand out, and those handed out."""
