"""Mistakes of the program: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.server.error_reports.pages import on_club_page, on_clubs_page
from scoring.server.error_reports.words import WORDS

CAPABILITY = Capability(
    urls="scoring.server.error_reports.urls",
    words=WORDS,
    on_clubs_page=(on_clubs_page,),
    on_club_page=(on_club_page,),
)
