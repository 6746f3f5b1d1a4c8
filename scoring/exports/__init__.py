"""What a page shows, as a file for a spreadsheet: first plain figures, then one function for each format."""
