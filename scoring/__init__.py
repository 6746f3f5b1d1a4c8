"""One table, its club and its year: hands and what they come to, people, evenings, seasons."""
