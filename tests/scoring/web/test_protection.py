"""What was written down stays: the database itself refuses, whoever asks and however."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, models, transaction
from django.db.models import Model, UniqueConstraint

from scoring import clock, protection
from scoring.evenings import verbs as evening_verbs
from scoring.models import (
    Act,
    Deed,
    Entry,
    Evening,
    OldAmount,
    OldBatch,
    OldDifference,
    OldLine,
    OldSheet,
    Participant,
    PlayedGame,
    PlayedKontra,
    PlayedPremium,
    PlayedSeat,
    Reason,
    Row,
    Ruleset,
    RulesetVersion,
    Seal,
    Sheet,
    TableScore,
    Voice,
)
from scoring.table import confirmations
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.old_papers import old_amounts, old_hands
from tests.support.scoring.tables import dreier
from tests.support.stages import stage


@stage(on=HOUSE)
def sheet(house: House) -> Sheet:
    sheet = house.sheet(evening=house.evening(confirmation=True))
    hand = house.play(sheet, dreier("Anna")).entry
    house.tap(confirmations.confirm, sheet, hand, "Bert")
    evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=sheet.evening)
    return sheet


@pytest.fixture
def everything(house: House, sheet: Sheet) -> None:
    """Something in every table that is protected."""
    old_amounts(house)
    old_hands(house)


@contextmanager
def refused(words: str) -> Iterator[None]:
    with pytest.raises(IntegrityError, match=words), transaction.atomic():
        yield


def in_force() -> list[tuple[str, str]]:
    """Return the triggers that are there, and what PostgreSQL's run, as the database spells them."""
    query = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
    if connection.vendor == "postgresql":
        query = (
            "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal "
            "UNION SELECT proname, pg_get_functiondef(oid) FROM pg_proc WHERE proname = 'scoring_refuses' "
            "ORDER BY 1"
        )
    with connection.cursor() as cursor:
        cursor.execute(query)
        return list(cursor.fetchall())


def test_without_protection_everything_is_named_and_what_the_migrations_made_is_put_back(db: None) -> None:
    made = in_force()
    protection.unprotect(connection)
    kinds = 3 if connection.vendor == "postgresql" else 2
    missing = len(protection.protected()) * kinds + len(protection.MARKED)
    assert len(protection.unprotected(connection)) == missing
    assert {name for name, _ in in_force()} <= {"scoring_refuses"}
    protection.protect(connection)
    assert in_force() == made


CHANGES: dict[str, tuple[type[models.Model], dict[str, Any]]] = {
    "the facts": (Entry, {"record": {"event": "schlussradl"}}),
    "the text of the rules": (RulesetVersion, {"text": "label = 'Anders'"}),
    "the checksum of the rules": (RulesetVersion, {"digest": "0" * 64}),
    "their address": (RulesetVersion, {"slug": "anders"}),
    "what is played by them": (RulesetVersion, {"substance": "0" * 64}),
    "which version they are": (RulesetVersion, {"edition": 9}),
    "who sat down first": (Sheet, {"players": []}),
    "who dealt first": (Sheet, {"dealer": "9"}),
    "the choices of a table": (Sheet, {"options": {"silent_miss": "charged"}}),
    "what was sealed": (Seal, {"balances": {}}),
    "what was said of a hand": (Voice, {"saying": "object"}),
    "what stood on paper": (OldDifference, {"amounts": {}}),
    "old amounts": (OldAmount, {"twelfths": 0}),
    "their rows": (OldLine, {"number": 9}),
    "the day of old sheets": (OldSheet, {"date": date(2026, 11, 20)}),
    "what came in": (OldBatch, {"kind": "hands"}),
    "what was done": (Deed, {"verb": "nothing"}),
    "who did it": (Deed, {"account": None}),
}


def test_it_refuses_every_change_of_what_was_written_down(everything: None) -> None:
    for what, (model, change) in CHANGES.items():
        before = list(model.objects.order_by("pk").values())
        with refused("is never changed"):
            model.objects.update(**change)
        one = model.objects.order_by("pk").last()
        assert one is not None
        for field, value in change.items():
            setattr(one, field, value)
        with refused("is never changed"):
            one.save()
        assert list(model.objects.order_by("pk").values()) == before, what


def test_it_refuses_to_exchange_the_rules_of_a_table(sheet: Sheet, house: House) -> None:
    other = house.evening("karlsruhe").ruleset
    with refused("is never changed"):
        Sheet.objects.update(ruleset=other)


def test_it_refuses_raw_statements_too(everything: None) -> None:
    connection.check_constraints()  # nothing is still to be checked when a table is to be emptied
    with connection.cursor() as cursor:
        for table in (table for table in protection.PROTECTED if table.startswith("scoring_")):
            cursor.execute(f"SELECT count(*) FROM {table}")
            [before] = cursor.fetchone()
            assert before
            statements = [f"DELETE FROM {table}", f"UPDATE {table} SET id = id"]
            if connection.vendor == "postgresql":
                statements.append(f"TRUNCATE {table} CASCADE")
            for statement in statements:
                with refused("is never changed"):
                    cursor.execute(statement)
            cursor.execute(f"SELECT count(*) FROM {table}")
            assert cursor.fetchone() == (before,)


def test_what_is_no_fact_may_change(sheet: Sheet) -> None:
    Reason.objects.create(text="Xaver hat gepatzt")
    assert Reason.objects.update(text="", blanked_at=clock.now()) == 1
    assert Sheet.objects.update(closed_at=clock.now(), name="Stammtisch", record_link=2) == 1
    assert Deed.objects.update(actor="jemand", details={}) > 0


NOW = datetime(2026, 11, 21, 20, 10, tzinfo=UTC)
REWORDED = {"text": "label = 'Mitglied 437'", "slug": "mitglied-437", "reworded_at": NOW}


def test_words_of_rules_change_only_where_it_is_written_down_when(sheet: Sheet) -> None:
    own_version(sheet)
    [version] = RulesetVersion.objects.filter(slug="haus")
    own = RulesetVersion.objects.filter(pk=version.pk)
    for before in ({}, {"reworded_at": NOW}):  # also those that were changed already
        own.update(**before)
        for what in ("text", "slug"):
            with refused("is never changed"):
                own.update(**{what: REWORDED[what], **before})
    later = {**REWORDED, "reworded_at": NOW + timedelta(seconds=1)}
    for further in ({"digest": "1" * 64}, {"substance": "1" * 64}, {"edition": 8}, {"stored_at": NOW}):
        with refused("is never changed"):
            own.update(**later, **further)
    assert own.update(**later) == 1
    for moment in (None, NOW, NOW + timedelta(seconds=1)):  # never back, and never at the same one again
        with refused("is never changed"):
            own.update(**{**REWORDED, "reworded_at": moment})
    with refused("is never changed"):
        own.update(reworded_at=None)
    with refused("is never changed"):
        own.delete()


# Each promise of the database, by its name


def entry(sheet: Sheet, **further: Any) -> Entry:
    known = {
        "id": uuid4(),
        "sheet": sheet,
        "seq": 50,
        "sort_key": 50,
        "act": Act.ADD,
        "record": {"event": "schlussradl"},
        "at": clock.now(),
    }
    return Entry.objects.create(**{**known, **further})


def later(sheet: Sheet, **further: Any) -> Entry:
    """A version of the first entry."""
    first = Entry.objects.get(supersedes=None, seq=1)
    return entry(sheet, **{"supersedes": first, "sort_key": first.sort_key, "act": Act.REDO, **further})


def evening_again(sheet: Sheet, **further: Any) -> RulesetVersion:
    one = sheet.ruleset
    known = {"slug": one.slug, "edition": 9, "text": "", "digest": "0" * 64, "stored_at": clock.now()}
    return RulesetVersion.objects.create(**{**known, **further})


def own_sheet(sheet: Sheet) -> Ruleset:
    club = sheet.evening.club
    return Ruleset.objects.create(club=club, slug="haus", origin="standard", made_at=clock.now())


def own_version(sheet: Sheet, times: int = 1, **further: Any) -> None:
    known = {"ruleset": own_sheet(sheet), "slug": "haus", "by": Seal.objects.get().by}
    for _ in range(times):
        evening_again(sheet, **{**known, **further})


def why() -> Reason:
    return Reason.objects.create(text="vertippt")


def row_again(sheet: Sheet) -> None:
    Row.objects.create(
        entry=entry(sheet),
        sheet=sheet,
        sort_key=Row.objects.get(number=1).sort_key,
        dealer="1",
        players=[],
        radl=False,
        owed=0,
        triggers=[],
    )


def seal(sheet: Sheet, number: int) -> Seal:
    before = Seal.objects.get(evening=sheet.evening)
    known = {"evening": sheet.evening, "sealed_at": clock.now(), "by": before.by}
    return Seal.objects.create(**known, number=number, digest="0" * 64, sheets={}, balances={})


def voice(sheet: Sheet, **further: Any) -> Voice:
    known = {
        "id": uuid4(),
        "sheet": sheet,
        "seq": 50,
        "seen_seq": 1,
        "entry": Entry.objects.get(),
        "saying": "object",
        "player": somebody(sheet),
        "at": clock.now(),
    }
    return Voice.objects.create(**{**known, **further})


def answer(sheet: Sheet, **further: Any) -> Voice:
    known = {"saying": "withdraw", "player": None, "answers": Voice.objects.get(seq=1)}
    return voice(sheet, **{**known, **further})


def settling(sheet: Sheet, **further: Any) -> Voice:
    by = somebody(sheet).member
    return answer(sheet, **{"saying": "settle", "outcome": "stands", "by": by, "reason": why(), **further})


def somebody(sheet: Sheet) -> Participant:
    found = sheet.evening.participants.first()
    assert found is not None
    return found


def again(model: type[Model]) -> None:
    """The same row once more."""
    row = model._default_manager.all()[:1].get()
    row.pk = None
    row.save(force_insert=True)


def twice(model: type[Model], sheet: Sheet, **about: object) -> None:
    game = PlayedGame.objects.filter(sheet=sheet)[:1].get()
    about |= {"game": game, "evening": game.evening, "rules": game.rules}
    about |= {"participant": game.declarer, "order": 9, "twelfths": 12}
    both(*(model._default_manager.create(**about) for _ in range(2)))


def both(*steps: object) -> None:
    """Several in a row; the last one breaks the promise."""


BROKEN: dict[str, Callable[[Sheet], object]] = {
    "one_version_per_text": lambda sheet: evening_again(sheet, digest=sheet.ruleset.digest),
    "one_own_sheet_per_address": lambda sheet: both(own_sheet(sheet), own_sheet(sheet)),
    "one_own_version_per_edition": lambda sheet: own_version(sheet, times=2),
    "somebody_saved_an_own_version": lambda sheet: own_version(sheet, by=None),
    "only_own_words_are_reworded": lambda sheet: RulesetVersion.objects.update(reworded_at=clock.now()),
    "one_version_per_edition": lambda sheet: evening_again(sheet, edition=sheet.ruleset.edition),
    "a_member_is_there_once": lambda sheet: Participant.objects.create(
        evening=sheet.evening, member=somebody(sheet).member
    ),
    "one_guest_per_name": lambda sheet: Participant.objects.bulk_create(
        [Participant(evening=sheet.evening, guest=name, key="xaver") for name in ("Xaver", "xaver")]
    ),
    "whoever_is_there_is_a_member_or_a_guest": lambda sheet: Participant.objects.create(
        evening=sheet.evening
    ),
    "only_a_member_was_a_guest": lambda sheet: Participant.objects.create(
        evening=sheet.evening, guest="Xaver", key="xaver", former_guest="Xaver", joined_by=uuid4()
    ),
    "one_sheet_per_table_name": lambda sheet: Sheet.objects.create(
        evening=sheet.evening,
        name=sheet.name,
        ruleset=sheet.ruleset,
        players=[],
        dealer="1",
        opened_at=clock.now(),
        stored_state={},
    ),
    "a_reason_has_words": lambda sheet: Reason.objects.create(text=""),
    "one_entry_at_a_time": lambda sheet: entry(sheet, seq=1),
    "one_first_entry": lambda sheet: entry(sheet, sort_key=Entry.objects.get().sort_key),
    "one_successor": lambda sheet: both(later(sheet), later(sheet, seq=51)),
    "a_correction_says_why": lambda sheet: later(sheet, act=Act.CORRECT),
    "only_a_later_version_supersedes": lambda sheet: entry(sheet, act=Act.REDO),
    "what_is_taken_back_says_nothing": lambda sheet: later(sheet, act=Act.UNDO),
    "an_entry_has_a_known_act": lambda sheet: later(sheet, act="forget"),
    "one_seal_at_a_time": lambda sheet: seal(sheet, number=1),
    "seals_are_counted_from_one": lambda sheet: seal(sheet, number=0),
    "one_row_per_place": row_again,
    "one_score_per_player_and_sheet": lambda sheet: TableScore.objects.create(
        sheet=sheet, participant=somebody(sheet), hands=0, twelfths=0, schrift_twelfths=0
    ),
    "a_game_of_a_hand_is_counted_once": lambda sheet: again(PlayedGame),
    "a_seat_of_a_game_is_counted_once": lambda sheet: again(PlayedSeat),
    "a_premium_of_a_hand_is_counted_once": lambda sheet: twice(
        PlayedPremium, sheet, premium="pagat", how="s"
    ),
    "a_kontra_of_a_hand_is_counted_once": lambda sheet: twice(PlayedKontra, sheet, step=1),
    "one_voice_at_a_time": lambda sheet: voice(sheet, seq=1),
    "a_voice_is_answered_once": lambda sheet: both(answer(sheet), answer(sheet, seq=51)),
    "a_player_speaks_or_a_voice_is_answered": lambda sheet: voice(sheet, player=None),
    "a_director_settles_one_way_or_the_other": lambda sheet: settling(sheet, outcome=""),
    "whoever_settles_says_why": lambda sheet: settling(sheet, reason=None),
    "only_objections_and_settling_have_words": lambda sheet: answer(sheet, reason=why()),
}
MODELS = (
    *(Ruleset, RulesetVersion, Evening, Participant, Sheet, Reason, Entry, Row, TableScore),
    *(Seal, Voice, PlayedGame, PlayedSeat, PlayedPremium, PlayedKontra),
)


def test_every_promise_of_the_database_is_tried() -> None:
    assert set(BROKEN) == {constraint.name for model in MODELS for constraint in model._meta.constraints}


def columns_of(name: str) -> list[str]:
    """SQLite names the columns of a broken promise and not the promise itself."""
    for model in MODELS:
        for constraint in model._meta.constraints:
            if constraint.name == name and isinstance(constraint, UniqueConstraint):
                return [
                    f"{model._meta.db_table}.{model._meta.get_field(field).column}"
                    for field in constraint.fields
                ]
    return []


def test_every_broken_promise_is_refused_by_its_name(sheet: Sheet) -> None:
    for name, break_it in BROKEN.items():
        with pytest.raises(IntegrityError) as broken, transaction.atomic():
            break_it(sheet)
        said, columns = str(broken.value), columns_of(name)
        assert name in said or (columns and all(column in said for column in columns))


@pytest.mark.parametrize("act", [Act.INSERT, Act.CORRECT, Act.TAKE_OUT])
def test_every_kind_of_change_says_why(sheet: Sheet, act: Act) -> None:
    record = None if act == Act.TAKE_OUT else {"event": "schlussradl"}
    write = entry if act == Act.INSERT else later
    with refused("a_correction_says_why"):
        write(sheet, act=act, record=record)
    write(sheet, act=act, record=record, reason=why())


def test_what_stands_says_something_and_a_first_entry_supersedes_nothing(sheet: Sheet) -> None:
    with refused("what_is_taken_back_says_nothing"):
        entry(sheet, record=None)
    with refused("only_a_later_version_supersedes"):
        later(sheet, act=Act.ADD)
    with refused("what_is_taken_back_says_nothing"):
        later(sheet, act=Act.TAKE_OUT, reason=why())


def test_two_guests_may_have_names_of_members_and_a_reason_may_be_blank_once_blanked(sheet: Sheet) -> None:
    Participant.objects.create(evening=sheet.evening, guest="Anna", key="anna")
    Reason.objects.create(text="", blanked_at=clock.now())
