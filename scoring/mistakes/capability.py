"""Mistakes of the program: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.mistakes.pages import on_club_page, on_clubs_page
from scoring.mistakes.words import WORDS

CAPABILITY = Capability(
    urls="scoring.mistakes.urls",
    words=WORDS,
    on_clubs_page=(on_clubs_page,),
    on_club_page=(on_club_page,),
)
