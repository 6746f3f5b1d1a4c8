"""The contents of a table's pages: its sheet, versions of hands, and facts for the phone."""
