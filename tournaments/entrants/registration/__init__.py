"""People register by themselves: a public page, a waiting list, a code at the door."""
