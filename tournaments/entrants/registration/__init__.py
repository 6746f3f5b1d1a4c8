"""Registration by the people themselves: a public page, a waiting list, a code at the door."""
