"""Tables and books as xlsx, CSV and JSON, spreadsheets read, calendars, feeds, and the charts."""
