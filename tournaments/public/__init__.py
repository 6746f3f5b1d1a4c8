"""What everybody sees, without an account."""
