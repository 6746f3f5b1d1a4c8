"""Tournaments on a club's page of today: the clock, the reader's seat, and what comes next."""

import json
from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Exists, FilteredRelation, OuterRef, Q, Subquery, prefetch_related_objects
from django.http import HttpRequest
from django.template.loader import render_to_string

from scoring.capability import ClubCard, ClubPart
from scoring.engine.naming import Names
from scoring.models import Club, Participant
from tournaments.models import Duty, Round, Stage, State, Table, Tournament
from tournaments.rounds.pages.clock_display import clock_facts, is_timed, minutes_in_words
from tournaments.rounds.pages.table_facts import clock_words

ON_THE_PAGE = 2
RUNNING_IT = (Duty.Kind.DIRECTOR, Duty.Kind.ARBITER, Duty.Kind.HELPER)


class Seat(NamedTuple):
    """Where the reader sits in a round."""

    table: int
    others: str
    sheet: int | None  # where its hands stand, once there are any


class RunningRound(NamedTuple):
    """A round that runs, or whose seating is published."""

    tournament: Tournament
    number: int
    is_running: bool
    runs: bool  # the reader runs the tournament
    seat: Seat | None
    reading: dict[str, Any] | None  # of the clock; None: without a time limit

    @property
    def time(self) -> str:
        return minutes_in_words(self.reading["remaining"]) if self.reading else ""

    @property
    def share(self) -> int:
        """Return how much of the time is over, in percent."""
        if self.reading is None or self.reading["remaining"] is None:
            return 0
        over: int = self.reading["elapsed"]
        left: int = max(self.reading["remaining"], 0)
        return 100 * over // max(over + left, 1)

    @property
    def as_json(self) -> str:
        return json.dumps(self.reading)


def _has_tournaments(request: HttpRequest, club: Club) -> Exists:
    return Exists(Tournament.objects.filter(club=club).exclude(state=State.FINISHED))


def open_tournaments(club: Club, most: int | None = None) -> tuple[list[RunningRound], list[Tournament]]:
    """Return running and coming tournaments: two queries, and two more for a player's seat."""
    mine = Participant.objects.filter(evening=OuterRef("evening"), member=club.member_id).values("pk")
    now = FilteredRelation("rounds", condition=Q(rounds__stage__in=(Stage.PUBLISHED, Stage.RUNNING)))
    open_ones: Any = Tournament.objects.filter(club=club).exclude(state=State.FINISHED)
    duties = Duty.objects.filter(tournament=OuterRef("pk"), member=club.member_id, kind__in=RUNNING_IT)
    rights = {"me": Subquery(mine[:1]), "on_duty": Exists(duties)}
    open_ones = open_ones.annotate(now=now, **rights).select_related("evening", "now")
    tournaments: list[Any] = sorted(open_ones, key=_order)
    running, coming = [], []
    shown = [(tournament, getattr(tournament, "now", None)) for tournament in tournaments[:most]]
    prefetch_related_objects([round_ for _tournament, round_ in shown if round_], "ticks")
    for tournament, round_ in shown:
        tournament.club = tournament.evening.club = club
        if round_ is not None and tournament.is_open:
            running.append(
                _running(tournament, round_, tournament.me, club.is_directed or tournament.on_duty)
            )
        else:
            coming.append(tournament)
    return running, coming


def _part(request: HttpRequest, club: Club) -> ClubPart:
    running, coming = open_tournaments(club, ON_THE_PAGE)
    seated = any(round_.seat and round_.seat.sheet for round_ in running)
    page = {"club": club, "running": running, "coming": coming, "words": json.dumps(clock_words())}
    return ClubPart(render_to_string("tournaments/rounds/_club_card.html", page, request), is_felt=seated)


def _order(tournament: Tournament) -> tuple[bool, date]:
    """Return a sort key that puts running ones first, then the next."""
    return tournament.state != State.RUNNING, tournament.evening.date


def _running(tournament: Tournament, round_: Round, me: int | None, runs: bool) -> RunningRound:
    round_.tournament = tournament
    reading = clock_facts(round_) if is_timed(tournament, round_) else None
    seat = seat_in(round_, str(me), tournament.evening.names) if me else None
    return RunningRound(tournament, round_.number, round_.stage == Stage.RUNNING, runs, seat, reading)


def seat_in(round_: Round, me: str, names_now: Callable[[], Names]) -> Seat | None:
    """Return a player's table in a round and the others there; None without a seat."""
    for table in Table.objects.filter(round=round_).select_related("sheet"):
        if me in table.seated:
            names = names_now()
            others = ", ".join(names[player] for player in table.seated if player != me)
            return Seat(table.number, others, table.sheet_id)
    return None


CLUB_CARD = ClubCard(_has_tournaments, _part)
