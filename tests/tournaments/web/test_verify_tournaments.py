"""`manage.py verify` works tournaments out again; every planted lie is found, named and told in words."""

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.models import F, Model

from scoring import protection
from scoring.deeds import Deed
from scoring.demo import remove
from scoring.models import Club, Entry, Evening, Participant, Reason, Sheet
from tests.support.scoring.verify import Lie, differences, lies, unnoticed, verified
from tests.support.tournaments.playing import Hands, Playing, playing
from tests.support.tournaments.repair import written_anew
from tests.support.tournaments.table_verbs import leave_table
from tests.support.tournaments.verify_tournaments import ONE, TWO, in_the_log, played
from tournaments.entrants.verbs import withdraw_entrant
from tournaments.models import (
    Attendance,
    Call,
    Entrant,
    Finding,
    Leaving,
    Lot,
    PaperResult,
    PeopleList,
    Permit,
    Prize,
    Pulse,
    ResultRuling,
    Rewritten,
    Round,
    Ruling,
    SecondTyping,
    Table,
    TableChange,
    Tick,
    Tournament,
)
from tournaments.prizes import verbs as prizes
from tournaments.rounds.verbs.rounds import double_round

__all__ = ["played", "playing"]  # the fixtures


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
        leave_table,
        table=table,
        entrant=played.tournament.entrants.get(participant=int(table.seats[0])).pk,
        ranked=Leaving.Ranked.LAST,
    )
    played.do(prizes.take_back_prize, position=2)
    Call.objects.create(id=uuid4(), table=table, at=table.round.started_at)  # still to be ruled on
    in_the_log(played)
    assert verified()[0] == 0


# Lies


def another(played: Playing, model: type[Model]) -> Model:
    """Return a row of another tournament, or of another club."""
    others: dict[type[Model], Callable[[], Model]] = {
        Club: lambda: played.house.other,
        Entrant: lambda: foreigner(played),
        Evening: lambda: foreigner(played).participant.evening,
        Round: lambda: of_another(played),
    }
    return others[model]()


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
    ruling.replaces_id, ruling.sort_key, ruling.written, ruling.finding = (
        ruling.pk,
        None,
        None,
        Finding.STANDS,
    )
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
    Round.objects.filter(number=2).update(doubled_at=None)


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


OTHERS: dict[str, Lie] = {  # that are more than another value
    "Round 1, Xaver, Checked in: expected no, found yes": lambda one: Attendance.objects.create(
        round=one.round(), entrant=one.entrant("Xaver"), checked_in_at=one.round().started_at
    ),
    "entrant, Player: expected evening ": lambda one: Entrant.objects.filter(
        participant=int(one.ids()["Anna"])
    ).update(
        participant=Participant.objects.create(
            evening=foreigner(one).participant.evening, guest="Yps", key="yps"
        )
    ),
    ", Table: expected yes, found no": lambda one: written_anew(one).delete(),
    "written again, Closed: expected yes, found no": lambda one: Sheet.objects.filter(
        pk=written_anew(one).sheet_id
    ).update(closed_at=None),
    "rewritten, Table: expected evening ": lambda one: Rewritten.objects.filter(
        pk=written_anew(one).pk
    ).update(table=Table.objects.create(round=of_another(one), number=1, seats=[], stored_results={})),
    "ruling, Replaces: expected table ": ruled_elsewhere,
    "Round 1, table 2, a call, Withdrawn: expected yes, found no": lambda one: Call.objects.create(
        id=uuid4(), table=one.table(2), at=one.round().started_at
    ),
    "the ruling of 21 Nov 2026, 19:02, Hand as ruled: expected yes, found no": changed_since,
    "Round 2, Double round called: expected yes, found no": forgotten_double,
    "Round 2, table 1, Closed: expected yes, found no": somebody_missing,
    "The tournament of this evening: expected a tournament, found nothing": lambda one: evening_again(
        one, occasion="tournament"
    ),
}


def test_every_lie_in_a_value_is_found(played: Playing) -> None:
    assert unnoticed(played, lies(__file__, "lies", another)) == {}


def test_every_other_lie_is_found(played: Playing) -> None:
    assert unnoticed(played, {words: (lie, words) for words, lie in OTHERS.items()}) == {}


def test_a_lie_is_told_with_its_tournament_and_ends_the_command_with_1(played: Playing) -> None:
    words = "Round 1, table 1, Hands: expected 1, found 2"
    [plant] = (plant for plant, told in lies(__file__, "lies").values() if told == words)
    plant(played)
    page = played.sheet().get_absolute_url()
    status, lines = verified()
    assert status == 1
    assert [line for line in lines if words in line] == [
        f"{played.house.club}, Herbstturnier (tournament {played.tournament.pk}): {words} ({page})"
    ]
    assert lines[-1] == "6 sheets, 2 hands, 1 tournament: 1 difference."


def test_where_nothing_can_be_compared_nothing_more_is_told(played: Playing) -> None:
    """Of a table with the sheet of another evening, and of a result from paper that is of others."""
    with transaction.atomic(), protection.lifted(connection):
        for plant, words in lies(__file__, "lies", another).values():
            if words == "table, Table: expected evening " or "result from paper is of" in words:
                plant(played)
        found = [told.english for told in differences()]
    for about, times in (("Round 1, table 1", 0), ("table, Table: expected evening ", 1), ("from paper", 1)):
        assert sum(about in words for words in found) == times, found


@pytest.mark.lie
def test_seats_that_no_draw_gave_are_found_at_the_round_that_was_drawn(playing: Playing) -> None:
    """Somebody changes them between the draw and the start, so that sheets and seats agree."""
    playing.register(TWO)
    playing.check_in()
    playing.draw()
    playing.seat(1, [TWO, ONE], swapped=False)
    playing.publish()
    playing.start()
    status, [line, _summary] = verified()
    assert status == 1
    assert "Its file of results: Round 1, draw: From the seed “seed” comes at table 1: " in line
    assert f"/tournaments/{playing.tournament.pk}/results/)" in line


def test_what_cannot_be_in_a_series_is_found(played: Playing) -> None:
    with transaction.atomic(), protection.lifted(connection):
        PeopleList.objects.update(club=played.house.other)
    found = "\n".join(verified()[1])
    assert "counted, List: expected club " in found


# Protected


def test_what_was_written_once_stays(played: Playing) -> None:
    assert {name for name in protection.protected() if name.startswith("tournaments_")} == {
        *("tournaments_tick", "tournaments_ruling", "tournaments_permit", "tournaments_paperresult"),
        *("tournaments_rewritten", "tournaments_call", "tournaments_leaving", "tournaments_lot"),
        "tournaments_resultruling",
        "tournaments_secondtyping",
        *("tournaments_tablechange", "tournaments_seatingchange", "tournaments_movedranks"),
    }
    assert protection.unprotected(connection) == []
    written_anew(played)
    for model in (Tick, Ruling, Permit, PaperResult, SecondTyping, ResultRuling, Rewritten, TableChange):
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
    of_tables = (Call, Ruling, Leaving, PaperResult, SecondTyping, ResultRuling, TableChange)
    for model in (Tournament, Round, Table, Entrant, *of_tables, Lot, Prize, Pulse):
        assert not model.objects.exists()
    assert not Entry.objects.exists()
    assert not Reason.objects.exists()
    assert Deed.objects.filter(verb="remove_demonstration").exists()
    assert verified()[0] == 0
