"""Tournaments set up: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.archive.counting import CountedRows
from scoring.capability import Capability
from tournaments.planning.pages.on_club_page import on_club_page
from tournaments.planning.words import WORDS
from tournaments.wording import tournaments_told

CAPABILITY = Capability(
    urls="tournaments.planning.urls",
    words=WORDS,
    counted=(CountedRows("tournaments.tournament", tournaments_told),),
    on_club_page=(on_club_page,),
)
