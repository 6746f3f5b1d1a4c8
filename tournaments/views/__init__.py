"""What the pages of tournaments ask; each view finds, asks the form, does one thing, answers."""
