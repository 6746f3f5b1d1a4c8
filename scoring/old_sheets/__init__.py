"""Old score sheets in spreadsheets: the meaning of columns, names and rows."""
