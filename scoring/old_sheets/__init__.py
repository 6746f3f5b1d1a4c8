"""Old score sheets, typed into a spreadsheet: what its columns mean, who is who, and what every row says."""
