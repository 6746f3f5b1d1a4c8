"""Tables and books for spreadsheets, and the charts."""
