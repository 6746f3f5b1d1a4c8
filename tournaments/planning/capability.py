"""Tournaments set up: what it hands to the rest of the program."""

from __future__ import annotations

from secrets import token_hex

from django.db.models import Q
from django.utils.translation import ngettext_lazy

from scoring.archive.counting import CountedRows
from scoring.capability import Capability
from scoring.deeds import log_of
from scoring.sealing import LinkKind
from tournaments.models import State, Tournament
from tournaments.planning import verbs
from tournaments.planning.bar import tournament_bar
from tournaments.planning.today import on_club_page

TOURNAMENTS = ngettext_lazy("%(count)d tournament", "%(count)d tournaments", "count")
CAPABILITY = Capability(
    urls="tournaments.planning.urls",
    words=log_of(verbs),
    links=(
        LinkKind(
            model=Tournament,
            columns=("public",),
            open=Q(public=True),
            end=lambda rows: rows.update(public=False),
            club="club",
            one="tournament open to everybody",
            many="tournaments open to everybody",
        ),
        LinkKind(
            model=Tournament,
            columns=("salt",),
            open=~Q(state=State.FINISHED),
            end=lambda rows: rows.update(salt=token_hex()),
            club="club",
            one="tournament with cards on its tables and a code at the door",
            many="tournaments with cards on their tables and a code at the door",
        ),
    ),
    counted=(CountedRows("tournaments.tournament", TOURNAMENTS),),
    on_club_page=(on_club_page,),
    bars=(tournament_bar,),
)
