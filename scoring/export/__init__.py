"""Tables and books as xlsx, CSV and JSON; calendars and feeds."""
