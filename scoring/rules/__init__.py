"""The rule sheets for whoever wants to read them."""
