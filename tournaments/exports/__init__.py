"""What a page of a tournament shows, as a file for a spreadsheet: written as the files of the club are."""
