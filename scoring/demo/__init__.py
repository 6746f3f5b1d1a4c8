"""A club of invented people with a season behind it, to look around in: dealt, made, removed."""

from scoring.demo.making import Progress, found, go_on, progress, the_club
from scoring.demo.removing import Removal, contents, remove
from scoring.demo.season import SEED

__all__ = [
    "SEED",
    "Progress",
    "Removal",
    "contents",
    "found",
    "go_on",
    "progress",
    "remove",
    "the_club",
]
