"""Who runs this server, and where the program itself went wrong."""
