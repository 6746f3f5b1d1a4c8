"""The forms that register people: ticked, pasted, or from a file."""
