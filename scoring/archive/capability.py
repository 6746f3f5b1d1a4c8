"""A club as one file: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.archive.waiting import forget_all
from scoring.archive.words import WORDS
from scoring.capability import Capability

CAPABILITY = Capability(
    urls="scoring.archive.urls",
    words=WORDS,
    emptied=(forget_all,),
)
