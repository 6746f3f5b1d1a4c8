"""Where the program itself went wrong: told once to whoever runs it, and looked up by the id somebody saw."""
