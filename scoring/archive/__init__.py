"""Export a whole club as one file; import it into an empty installation or beside other clubs."""
