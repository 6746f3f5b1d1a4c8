"""A whole club as one file, and a club out of such a file into an empty installation."""

from scoring.archive.counting import contents_of
from scoring.archive.exporting import file_name, write_club
from scoring.archive.importing import (
    Brought,
    bring_in,
    bringing_in,
    brought_before,
    is_empty,
    to_the_end,
    was_brought,
)
from scoring.archive.reading import Archive, Contents, Owner, Unusable, look_into

__all__ = [
    "Archive",
    "Brought",
    "Contents",
    "Owner",
    "Unusable",
    "bring_in",
    "bringing_in",
    "brought_before",
    "contents_of",
    "file_name",
    "is_empty",
    "look_into",
    "to_the_end",
    "was_brought",
    "write_club",
]
