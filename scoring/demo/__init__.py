"""A club of invented people with half a year behind it, to look around in: brought in, and removed."""

from scoring.demo.making import found, the_club
from scoring.demo.removing import contents, remove

__all__ = ["contents", "found", "remove", "the_club"]
