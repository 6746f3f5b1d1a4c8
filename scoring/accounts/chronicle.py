"""Deeds put into words, for the log of a club; each capability has the words of its own."""

from functools import cache

from scoring.capability import DeedWords, capabilities
from scoring.models import Deed


@cache
def words_of_deeds() -> dict[str, DeedWords]:
    """Return what puts a deed into words, by its verb."""
    return {verb: words for capability in capabilities() for verb, words in capability.words.items()}


def log_line(deed: Deed) -> str:
    """Return a deed as a sentence without its subject: the page puts the name of the actor before it."""
    return words_of_deeds()[deed.verb](deed.details)
