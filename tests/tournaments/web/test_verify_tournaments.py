"""`manage.py verify` works tournaments out again; every planted lie is found, named and told in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.utils import translation

from scoring import protection
from scoring.deeds import Deed
from scoring.demo.removing import remove
from scoring.models import Club, Entry, Evening, Participant, Reason, Sheet
from tests.support.scoring.verify import verified
from tests.support.tournaments.playing import Hands, Playing
from tests.support.tournaments.repair import written_anew
from tests.support.tournaments.verify_tournaments import played
from tournaments import verifying
from tournaments.corrections.verbs import leaving
from tournaments.entrants.verbs import withdraw_entrant
from tournaments.models import (
    Attendance,
    Call,
    Entrant,
    Finding,
    Leaving,
    Lot,
    PaperResult,
    Permit,
    Prize,
    Pulse,
    Rewritten,
    Round,
    Ruling,
    Stage,
    State,
    Table,
    Tick,
    Tournament,
)
from tournaments.prizes import verbs as prizes
from tournaments.rounds.verbs.rounds import double_round

__all__ = ["played"]  # the fixtures


def test_a_tournament_as_it_was_played_is_without_a_difference(played: Playing) -> None:
    # three tables in the first round, three in the second
    assert verified() == (0, ["6 sheets, 2 hands, 1 tournament: no difference."])
    assert verified("--club", played.house.other.slug) == (0, ["0 sheets, 0 hands: no difference."])
    sheet = str(played.sheet().pk)
    assert verified("--sheet", sheet) == (0, ["1 sheet, 1 hand, 1 tournament: no difference."])


def test_a_tournament_that_is_only_planned_is_one(playing: Playing) -> None:
    assert verified() == (0, ["0 sheets, 0 hands, 1 tournament: no difference."])


def test_what_was_honestly_done_is_no_difference(played: Playing, watch: Hands) -> None:
    """Doubled hands are called; somebody leaves and nobody takes the seat, another withdraws before the draw;
    a choice is taken back.
    """
    call_double(played)
    played.register(["Yvonne"])
    late = Entrant.objects.latest("number")
    Attendance.objects.create(round=played.round(2), entrant=late, checked_in_at=played.round(2).started_at)
    played.do(withdraw_entrant, entrant=late)
    table = played.table(round_=2)
    played.do(
        leaving.leave_table,
        table=table,
        entrant=played.tournament.entrants.get(participant=int(table.seats[0])).pk,
        ranked=Leaving.Ranked.LAST,
    )
    played.do(prizes.take_back_prize, position=2)
    assert verified()[0] == 0


# Lies


Lie = Callable[[Playing], object]


def rounds(played: Playing, number: int = 1) -> Any:
    return Round.objects.filter(pk=played.round(number).pk)


def tables(played: Playing, number: int = 1) -> Any:
    return Table.objects.filter(pk=played.table(number).pk)


def seats(played: Playing, *names: str, number: int = 1) -> None:
    tables(played, number).update(seats=[played.ids()[name] for name in names])


def line(played: Playing, name: str, **lies: Any) -> None:
    table = played.table()
    table.results["players"][played.ids()[name]].update(lies)
    table.save(update_fields=["results"])


def results(played: Playing, **lies: Any) -> None:
    tables(played).update(results=played.table().results | lies)


def paper_lines(played: Playing, **lies: Any) -> None:
    last = PaperResult.objects.get(seq=2)
    known = played.ids()
    lines = last.lines | {known[name]: kept for name, kept in lies.items()}
    PaperResult.objects.filter(pk=last.pk).update(lines=lines)


def evening_again(played: Playing, *, occasion: str) -> Evening:
    """Another one like that of the tournament."""
    other = Evening.objects.get(pk=played.tournament.evening_id)
    other.pk, other._state.adding, other.occasion = None, True, occasion
    other.save()
    return other


def foreigner(played: Playing) -> Entrant:
    """Somebody of another tournament."""
    other = evening_again(played, occasion="club")
    participant = Participant.objects.create(evening=other, guest="Zenz", key="zenz")
    tournament = Tournament.objects.create(
        club=played.house.other,
        evening=other,
        title="anderes",
        code="anderes",
        kept_terms=played.tournament.kept_terms,
        made_at=played.tournament.made_at,
    )
    return Entrant.objects.create(
        tournament=tournament, participant=participant, number=1, registered_at=tournament.made_at
    )


def of_another(played: Playing) -> Round:
    return Round.objects.create(tournament=foreigner(played).tournament, number=1)


def changed_since(played: Playing) -> None:
    """Somebody wrote on the ruled hand, round the occasion."""
    ruled = Ruling.objects.get()
    assert ruled.written is not None
    entry = ruled.written
    entry.pk, entry._state.adding = uuid4(), True
    entry.supersedes_id = ruled.written_id
    entry.seq = played.sheet().seq + 1
    Sheet.objects.filter(pk=entry.sheet_id).update(seq=entry.seq)
    entry.save()


def ruled_elsewhere(played: Playing) -> None:
    """Another ruling, at the second table, in place of the first."""
    ruling = Ruling.objects.get()
    ruling.call = Call.objects.create(id=uuid4(), table=played.table(2), at=played.round().started_at)
    ruling.replaces_id, ruling.place, ruling.written, ruling.finding = ruling.pk, None, None, Finding.STANDS
    ruling.pk, ruling._state.adding, ruling.at = uuid4(), True, ruling.at + timedelta(seconds=1)
    ruling.save()


def call_double(played: Playing) -> None:
    """At the tables of round 2."""
    tournament = Tournament.objects.get()
    terms = tournament.kept_terms | {"double": "called"}
    Tournament.objects.update(kept_terms=terms)
    played.do(double_round, round_=played.round(2))


def forgotten_double(played: Playing) -> None:
    call_double(played)
    rounds(played, 2).update(doubled_at=None)


def somebody_missing(played: Playing) -> None:
    table = played.table(round_=2)
    Leaving.objects.create(
        id=uuid4(),
        table=table,
        entrant=played.tournament.entrants.get(participant=int(table.seats[0])),
        ranked=Leaving.Ranked.BALANCE,
        by=played.house.member("Bert"),
        at=table.round.started_at,
    )


LIES: dict[str, Lie] = {  # by what is told of each
    "The state of the tournament: expected running, found planned": lambda one: Tournament.objects.update(
        state=State.PLANNED
    ),
    "Rounds that run at once: expected at most 0, found 2": lambda one: Tournament.objects.update(
        state=State.FINISHED, finished_at=F("made_at")
    ),
    "What pages ask for news: expected a pulse": lambda one: Pulse.objects.all().delete(),
    "The club of its evening: expected Kaffeehaus Süd, found Mühlviertler Runde": lambda one: (
        Tournament.objects.update(club=one.house.other)
    ),
    "Rounds that run at once: expected at most 1, found 1, 2": lambda one: rounds(one).update(
        stage=Stage.RUNNING, closed_at=None
    ),
    "The rounds: expected 1, 2, found 1, 3": lambda one: rounds(one, 2).update(number=3),
    "When the rounds started: expected one after the other": lambda one: rounds(one, 2).update(
        started_at=F("started_at") - timedelta(days=1)
    ),
    "Round 1, when it was closed: expected a time, found nothing": lambda one: rounds(one).update(
        closed_at=None
    ),
    "Round 2, when it was closed: expected nothing, found a time": lambda one: rounds(one, 2).update(
        closed_at=F("started_at")
    ),
    "Round 1, tables: expected 1, 2, 3, found 1, 2, 7": lambda one: tables(one, 3).update(number=7),
    "Round 1, table 1, its sheet: expected closed with the round, found open": lambda one: (
        Sheet.objects.filter(table__in=tables(one)).update(closed_at=None)
    ),
    "Round 1, table 1, its sheet: expected something, found nothing": lambda one: tables(one).update(
        sheet=None
    ),
    "Round 1, seats of Jakob: expected 1, found 2": lambda one: seats(one, "Anna", "Bert", "Cilli", "Jakob"),
    "Round 1, who has a seat: expected somebody who is registered, found participant 999": lambda one: tables(
        one
    ).update(seats=["999", *one.table().seats[1:]]),
    "who sat down: expected Bert, Anna, Cilli, Dora, found Anna, Bert, Cilli, Dora": lambda one: seats(
        one, "Bert", "Anna", "Cilli", "Dora"
    ),
    "Round 1, Anna: expected checked in, found a seat all the same": lambda one: Attendance.objects.filter(
        round=one.round(), entrant=one.entrant("Anna")
    ).update(checked_in_at=None),
    "Round 1, Xaver, checked in: expected a seat, found nothing": lambda one: Attendance.objects.create(
        round=one.round(), entrant=one.entrant("Xaver"), checked_in_at=one.round().started_at
    ),
    "Round 1, who is there: expected somebody of this tournament": lambda one: Attendance.objects.filter(
        round=one.round(), entrant=one.entrant("Anna")
    ).update(entrant=foreigner(one)),
    "Number 1 on the list: expected somebody of this tournament": lambda one: Entrant.objects.filter(
        participant=int(one.ids()["Anna"])
    ).update(
        participant=Participant.objects.create(
            evening=foreigner(one).participant.evening, guest="Yps", key="yps"
        )
    ),
    "Number 1 on the list, section: expected at most 0, found 2": lambda one: Entrant.objects.filter(
        participant=int(one.ids()["Anna"])
    ).update(section=2),
    "Round 1, table 1, its sheet: expected one of this tournament, found sheet": lambda one: (
        Sheet.objects.filter(pk=one.sheet().pk).update(evening=foreigner(one).participant.evening)
    ),
    "Round 1, its clock, next: expected resume, found pause": lambda one: Tick.objects.filter(
        kind="resume"
    ).update(kind="pause"),
    "Round 1, its clock: expected its own tables": lambda one: Tick.objects.filter(kind="resume").update(
        kind="add", seconds=60, table=one.table(round_=2)
    ),
    "who sits there: expected Anna, Bert, Cilli, Dora, found Anna, Bert, Cilli, Xaver": lambda one: (
        Leaving.objects.all().delete()
    ),
    "Max leaves: expected somebody who sat there, found somebody who never did": lambda one: (
        Leaving.objects.update(entrant=one.entrant("Max"))
    ),
    "Round 1, table 1, Dora leaves, who takes the seat: expected a house player, found Xaver": lambda one: (
        Entrant.objects.filter(house=True).update(house=False)
    ),
    "expected somebody of this tournament": lambda one: Leaving.objects.update(entrant=foreigner(one)),
    "Round 1, table 3, results from paper: expected 1, 2, found 1, 3": lambda one: PaperResult.objects.filter(
        seq=2
    ).update(seq=3),
    "the result from paper is of: expected Jakob, Karl, Lena, Max, found Anna, Jakob": lambda one: (
        paper_lines(one, Anna={"balance": 50, "replacement": 0})
    ),
    "Round 1, table 3, the result from paper: expected one that balances, found difference: 1": lambda one: (
        paper_lines(one, Max={"balance": 21, "replacement": 0})
    ),
    "the result from paper of Max: expected one that balances, found no_multiple: 20": lambda one: (
        paper_lines(one, Max={"balance": 40, "replacement": 20})
    ),
    "Round 1, table 1, Anna, balance: expected 51, found 52": lambda one: line(one, "Anna", balance=52),
    "Round 1, table 1, Dora, busts: expected [], found [[1, 50, -60, 50]]": lambda one: line(
        one, "Dora", busts=[[1, 50, -60, 50]]
    ),
    "Round 1, table 1, Bert, schrift: expected 1, found 7/2": lambda one: line(one, "Bert", schrift="7/2"),
    "Round 1, table 1, Xaver, hands: expected 0, found 3": lambda one: line(one, "Xaver", hands=3),
    "Round 1, table 1, Anna, wind: expected nothing, found south": lambda one: line(
        one, "Anna", wind="south"
    ),
    "Round 1, table 1, hands: expected 1, found 2": lambda one: results(one, hands=2),
    "Round 1, table 1, paper: expected False, found True": lambda one: results(one, paper=True),
    "Round 1, table 1, whose results: expected Anna, Bert, Cilli, Dora, Xaver, found nothing": lambda one: (
        results(one, players={})
    ),
    "Round 1, table 1, hands: expected 1, found nothing": lambda one: tables(one).update(results={}),
    "who sat down: expected Hans, Gerta, Emil, Ida, found Emil, Gerta, Hans, Ida": lambda one: (
        Sheet.objects.filter(pk=one.sheet(2).pk).update(standing={**one.sheet(2).standing, "people": []})
    ),
    "expected the sheet of a table, or one that was written anew, found neither": lambda one: written_anew(
        one
    ).delete(),
    "written anew: expected closed, found open": lambda one: Sheet.objects.filter(
        pk=written_anew(one).sheet_id
    ).update(closed_at=None),
    "written anew: expected for a table of this tournament, found for another": lambda one: (
        Rewritten.objects.filter(pk=written_anew(one).pk).update(
            table=Table.objects.create(round=of_another(one), number=1, seats=[], results={})
        )
    ),
    "what it replaces: expected a ruling at this table, found one at another": ruled_elsewhere,
    "the hand: expected one on the sheet, found nothing": lambda one: tables(one).update(sheet=None),
    "Round 1, table 2, a call: expected ruled on before the round closes, found open": lambda one: (
        Call.objects.create(id=uuid4(), table=one.table(2), at=one.round().started_at)
    ),
    "Round 1, table 1, a call: expected withdrawn or ruled on, found both": lambda one: Call.objects.update(
        withdrawn_at=F("at")
    ),
    "who ruled: expected members of this club, found 0": lambda one: Ruling.objects.update(arbiters=[0]),
    "what it wrote: expected something, found nothing": lambda one: Ruling.objects.update(written=None),
    "hand: expected one on the sheet, found nothing": lambda one: Ruling.objects.update(place=1),
    "the hand: expected as the arbiters wrote it, found another version": changed_since,
    "the hand: expected renonce, found something else": lambda one: Ruling.objects.update(
        finding=Finding.RENONCE
    ),
    "the hand: expected as it was then, found changed since": lambda one: Ruling.objects.update(
        finding=Finding.STANDS, written=None, at=F("at") - timedelta(minutes=30)
    ),
    "who is in it: expected people of this tournament, found participant 998, participant 999": lambda one: (
        Lot.objects.update(order=["999", "998"])
    ),
    "who is in it: expected two or more, each once, found Anna, Anna": lambda one: Lot.objects.update(
        order=[one.ids()["Anna"]] * 2
    ),
    "its order: expected ": lambda one: Lot.objects.update(seed="Sküs"),
    "its round: expected one of this tournament, found one of another": lambda one: Lot.objects.update(
        round=of_another(one)
    ),
    "Prizes of round 1 that Jakob chose: expected 1, found 2": lambda one: Prize.objects.update(
        taken_by=Prize.objects.get(position=1).taken_by
    ),
    "The prize “Preis 1”, who has it: expected somebody of this tournament": lambda one: Prize.objects.filter(
        position=1
    ).update(taken_by=foreigner(one)),
    "The prize “Preis 1”, its round: expected one of this tournament": lambda one: Prize.objects.filter(
        position=1
    ).update(round=of_another(one)),
    "The prize “Preis 1”, not offered any more: expected with nobody, found Jakob": lambda one: (
        Prize.objects.filter(position=1).update(removed_at=F("taken_at"))
    ),
    "Who chose from the prizes of round 1: expected Jakob, Anna, found Jakob, Bert": lambda one: (
        Prize.objects.filter(position=2).update(taken_by=one.entrant("Bert"))
    ),
    "Who chose from the prizes of round 1: expected Jakob, found Jakob, Anna": lambda one: Lot.objects.update(
        withdrawn_at=F("at")
    ),
    "Prizes of round 1 that were chosen: expected at most 1, found 2": lambda one: Tournament.objects.update(
        kept_terms=one.tournament.kept_terms | {"choosers": 1}
    ),
    "Round 1, when doubled hands were called: expected nothing, found a time": lambda one: rounds(one).update(
        doubled_at=F("started_at")
    ),
    "Round 2, when doubled hands were called: expected a time, found nothing": forgotten_double,
    "leaves and nobody takes the seat, the sheet: expected closed, found open": somebody_missing,
    "The tournament of this evening: expected a tournament, found nothing": lambda one: evening_again(
        one, occasion="tournament"
    ),
}


def differences_of_tournaments(played: Playing) -> Iterator[str]:
    """What `verify` tells besides what it tells of every sheet: first of this one, then of others."""
    for difference in verifying.differences(played.tournament):
        yield str(difference)
    for whole in verifying.of_tournaments(Evening.objects.exclude(tournament=played.tournament.pk)):
        yield from map(str, whole.differences)


def unnoticed(played: Playing) -> dict[str, list[str]]:
    """Plants one after the other; those that are not found, with what is said instead."""
    missed = {}
    with transaction.atomic():
        with protection.lifted(connection), translation.override("en"):
            for words, plant in LIES.items():
                said: list[str] = []
                with transaction.atomic():
                    plant(played)
                    connection.check_constraints()
                    for difference in differences_of_tournaments(played):
                        said.append(difference)
                        if words in difference:
                            break
                    else:
                        missed[words] = said
                    transaction.set_rollback(True)
        assert verified()[0] == 0, "every lie was taken back"
    return missed


def test_every_lie_is_found(played: Playing) -> None:
    assert unnoticed(played) == {}


def test_a_lie_is_told_with_its_tournament_and_ends_the_command_with_1(played: Playing) -> None:
    words = "Round 1, table 1, hands: expected 1, found 2"
    results(played, hands=2)
    status, lines = verified()
    assert status == 1
    assert [line for line in lines if words in line] == [
        f"Mühlviertler Runde, Herbstturnier (tournament {played.tournament.pk}): {words}"
    ]
    assert lines[-1] == "6 sheets, 2 hands, 1 tournament: 1 difference."


# Protected


def test_what_was_written_once_stays(played: Playing) -> None:
    assert {name for name in protection.protected() if name.startswith("tournaments_")} == {
        *("tournaments_tick", "tournaments_ruling", "tournaments_permit", "tournaments_paperresult"),
        *("tournaments_rewritten", "tournaments_call", "tournaments_leaving", "tournaments_lot"),
    }
    assert protection.unprotected(connection) == []
    written_anew(played)
    for model in (Tick, Ruling, Permit, PaperResult, Rewritten):
        assert model.objects.exists()
        for change in (
            lambda model=model: model.objects.update(at=F("at") + timedelta(seconds=1)),
            lambda model=model: model.objects.all()._raw_delete(model.objects.db),
        ):
            with pytest.raises(Exception, match="is never changed"), transaction.atomic():
                change()
    for changed in (
        lambda: Call.objects.update(at=F("at") + timedelta(seconds=1)),
        lambda: Leaving.objects.update(ranked="last"),
        lambda: Lot.objects.update(order=[]),
    ):
        with pytest.raises(Exception, match="is never changed"), transaction.atomic():
            changed()
    assert Lot.objects.update(withdrawn_at=F("at")) == 1  # that it was withdrawn is said on it


# Removed with its club


def test_a_demonstration_with_a_tournament_can_be_removed_altogether(played: Playing) -> None:
    club = played.house.club
    Club.objects.filter(pk=club.pk).update(demonstration=True)
    remove(Club.objects.get(pk=club.pk), by=None, actor="test")
    for model in (Tournament, Round, Table, Entrant, Call, Ruling, Leaving, PaperResult, Lot, Prize, Pulse):
        assert not model.objects.exists()
    assert not Entry.objects.exists()
    assert not Reason.objects.exists()
    assert Deed.objects.filter(verb="remove_demonstration").exists()
    assert verified()[0] == 0
