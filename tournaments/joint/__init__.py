"""Series held together: other clubs of the server are invited, and agree on who is one person in two."""
