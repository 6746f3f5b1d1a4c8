"""The pages: find, ask the form, do one thing, answer."""
