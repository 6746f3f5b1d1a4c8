"""Who is coming to an evening: what it hands to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.coming.kept import forget, of_the_clubs, stored
from scoring.coming.pages import on_club_page
from scoring.coming.words import WORDS

CAPABILITY = Capability(
    urls="scoring.coming.urls",
    words=WORDS,
    forgotten=(forget,),
    stored=(stored,),
    verified=(of_the_clubs,),
    on_club_page=(on_club_page,),
)
