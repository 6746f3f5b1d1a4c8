"""The tournament of the demonstration club: registered, drawn, played in two rounds, finished."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.capability import InventedPast, OpenPage
from scoring.engine.rules import Rules
from scoring.models import Sheet
from scoring.rules.versions.versions import rules_of
from scoring.table import verbs as recording
from scoring.table.replay import position_of
from scoring.table_policy import Actor
from tournaments.draw import verbs as drawing
from tournaments.engine.seating import Method
from tournaments.engine.terms import CUP
from tournaments.entrants import verbs as people
from tournaments.models import Round, Table, Tournament
from tournaments.planning import verbs as planning
from tournaments.rounds.verbs import rounds

DAYS_AGO = 20
HANDS = 8  # at every table, in every round
PEOPLE = 16
GUESTS = ("Rudi aus Graz", "Herr Novak", "Tante Mizzi", "Frau Doktor Swoboda")
TERMS = replace(CUP, rounds=2, hands=MappingProxyType({4: HANDS}))
MINUTES_A_HAND = 5


def play_a_tournament(past: InventedPast) -> None:
    """Write it down as its director and the phones at its tables would have."""
    past.go_back(DAYS_AGO)
    with past.then():
        tournament = planning.open_tournament(
            actor=past.owner,
            deed=past.first_id(),
            club=past.club,
            title=_("Club cup"),
            date=past.at.date(),
            place="Kirchenwirt",
            rules="cup",
            terms=TERMS,
        )
        members = list(past.club.members.filter(account=None).order_by("pk").values_list("pk", flat=True))
        people.register(
            actor=past.owner,
            deed=past.next_id(),
            tournament=tournament,
            members=members[:PEOPLE],
            names=GUESTS[: PEOPLE - len(members[:PEOPLE])],
        )
    for number in range(1, TERMS.rounds + 1):
        _play_round(past, tournament, number)
    with past.then():
        planning.finish_tournament(actor=past.owner, deed=past.next_id(), tournament=_as_it_is(tournament))
        planning.show_tournament(
            actor=past.owner, deed=past.next_id(), tournament=_as_it_is(tournament), public=True
        )


def shown_to_strangers() -> list[OpenPage]:
    """Return where anybody sees who won the invented club's tournaments, the last one first."""
    return [
        OpenPage(
            _("{title}: a tournament with {rounds} rounds").format(
                title=tournament.title, rounds=tournament.terms.rounds
            ),
            reverse("tournaments:public_standings", args=[tournament.code]),
        )
        for tournament in Tournament.objects.shown_to_all().filter(club__demonstration=True)
    ]


def _as_it_is(tournament: Tournament) -> Tournament:
    return Tournament.whole(tournament.pk)


def _round(tournament: Tournament, number: int) -> Round:
    return _as_it_is(tournament).rounds.get(number=number)


def _play_round(past: InventedPast, tournament: Tournament, number: int) -> None:
    entrants = list(tournament.entrants.order_by("pk").values_list("pk", flat=True))
    with past.then():
        people.check(
            actor=past.owner,
            deed=past.next_id(),
            round_=_round(tournament, number),
            entrants=entrants,
            here=True,
        )
        drawing.draw_round(
            actor=past.owner,
            deed=past.next_id(),
            round_=_round(tournament, number),
            method=Method.AVOID_REPEATS,
            seed=f"{tournament.title} {number}",
        )
        drawing.publish_round(actor=past.owner, deed=past.next_id(), round_=_round(tournament, number))
        rounds.start_round(actor=past.owner, deed=past.next_id(), round_=_round(tournament, number))
    rules, names = rules_of(tournament.evening.ruleset), tournament.evening.names()
    sheets = Table.objects.filter(round__tournament=tournament, round__number=number).order_by("number")
    for _hand in range(HANDS):
        past.wait(MINUTES_A_HAND)
        for pk in sheets.values_list("sheet", flat=True):
            _play_hand(past, Sheet.objects.whole().get(pk=pk), rules, names)
    past.wait(MINUTES_A_HAND)
    with past.then():
        rounds.close_round(actor=past.owner, deed=past.next_id(), round_=_round(tournament, number))
    past.wait(20)


def _play_hand(past: InventedPast, sheet: Sheet, rules: Rules, names: dict[str, str]) -> None:
    players = position_of(sheet).standing.playing
    with past.then():
        recording.add(
            actor=Actor(link=sheet.record_link),
            entry=past.next_id(),
            sheet=sheet,
            after=sheet.seq,
            record=past.hand(rules, players, names),
        )
