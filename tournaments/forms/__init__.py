"""What a page asks: translates what was typed, and shows what the verbs refuse beside its field."""
