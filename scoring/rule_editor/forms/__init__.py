"""The forms in which a club changes the draft of its own rule sheet.

A form asks questions; each question knows its place in the sheet's data, and writes only what was changed.
"""
