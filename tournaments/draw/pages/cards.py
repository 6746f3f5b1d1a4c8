"""The cards on the tables: to print, and what a phone finds that scanned one."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Max

from scoring.models import Sheet
from scoring.web.links import Link
from tournaments.draw.cards import MOST_CARDS, TableOfCard
from tournaments.engine.sizes import Unseatable, sizes
from tournaments.models import Stage, Table, Tournament

# To print


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """One card: table number and code."""

    number: int
    link: Link
    renewed: int  # how often

    @property
    def short(self) -> str:
        """Return the link as somebody would type it."""
        return self.link.url.partition("//")[2].rstrip("/")


def tables_at_most(tournament: Tournament) -> int:
    """Return as many as the biggest round has, or as are needed for all who are registered."""
    drawn = Table.objects.filter(round__tournament=tournament).aggregate(most=Max("number"))["most"]
    if drawn:
        return min(int(drawn), MOST_CARDS)
    try:
        return len(sizes(tournament.entrants.filter(withdrawn_at=None).count()))
    except Unseatable:
        return 1


# What a card opens


@dataclass(frozen=True, slots=True)
class AtTheCard:
    """What is at a table number now."""

    place: TableOfCard
    tournament: Tournament
    kind: str  # plays, paper, done, next, unused, nothing, over
    round: int = 0
    table: Table | None = None

    @property
    def sheet(self) -> Sheet | None:
        """Return the sheet to go to."""
        return self.table.sheet if self.table and self.kind == "plays" else None

    @property
    def section(self) -> str:
        """Return the section of whose people the table was drawn; empty: there are none."""
        if self.table is None or not self.tournament.terms.sections:
            return ""
        self.table.round.tournament = self.tournament
        return self.table.round.section_of(self.table.number)

    @property
    def names(self) -> list[str]:
        """Return who sits there, in order of play; one query."""
        assert self.table is not None
        names = self.tournament.evening.names()
        return [names[player] for player in self.table.seated]

    @property
    def state(self) -> str:
        """Return a text that stays the same as long as there is nothing new to show."""
        seats = ",".join(self.table.seated) if self.table else ""
        return f"{self.kind} {self.round} {seats}".strip()


def at_the_card(place: TableOfCard) -> AtTheCard:
    """Return what is at the table of a card now; three queries."""
    tournament = Tournament.whole(place.tournament)
    if not tournament.is_open:
        return AtTheCard(place, tournament, "over")
    rounds = {
        round_.stage: round_
        for round_ in tournament.rounds.filter(stage__in=(Stage.RUNNING, Stage.PUBLISHED)).order_by("-number")
    }
    running, published = rounds.get(Stage.RUNNING), rounds.get(Stage.PUBLISHED)
    found = Table.objects.filter(round__in=rounds.values(), number=place.number)
    tables = {table.round_id: table for table in found.select_related("sheet__evening")}
    if running is not None and (here := tables.get(running.pk)) is not None:
        kind = "done" if running.reopened_at else _what_plays(here)
        if kind != "done" or published is None:
            return AtTheCard(place, tournament, kind, running.number, here)
    if published is not None:
        here = tables.get(published.pk)
        return AtTheCard(place, tournament, "next" if here else "unused", published.number, here)
    if running is not None:
        return AtTheCard(place, tournament, "unused", running.number)
    return AtTheCard(place, tournament, "nothing")


def _what_plays(table: Table) -> str:
    if table.paper:
        return "paper"
    return "plays" if table.sheet is not None and table.sheet.is_open else "done"
