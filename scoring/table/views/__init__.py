"""The views of a table: recording, its sheet, corrections, confirmations, its links."""
