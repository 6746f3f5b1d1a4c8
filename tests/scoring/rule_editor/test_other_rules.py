"""Other rules from the next hand on: what was played before keeps its own, wherever it is looked at."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection

from scoring import protection, verifying
from scoring.deeds import Refused
from scoring.engine.loading import Data
from scoring.models import Act, Entry, RulesetVersion, Sheet
from scoring.rules.versions.timelines import rules_for, timeline_of
from scoring.table import verbs as recording
from scoring.table.verbs import Change
from scoring.table.writing import Illegal
from scoring.table_policy import Actor
from tests.support.scoring.corrections import correct
from tests.support.scoring.house import House, in_ids, now
from tests.support.scoring.house_rules import declared, republish, take
from tests.support.scoring.tables import FIVE, dreier, hand, trischaken

pytestmark = pytest.mark.usefixtures("english")


def with_a_zweier(data: Data) -> None:
    """A Dreier costs 6 by now, and there is a Zweier."""
    data["contracts"]["dreier"]["value"] = 6
    data["contracts"]["zweier"] = {**data["contracts"]["dreier"], "label": "Zweier", "short": "Zw"}


@pytest.fixture
def sheet(house: House, monkeypatch: pytest.MonkeyPatch) -> Sheet:
    """Two hands under the rules as they were, and from now on the newer ones hold."""
    sheet = house.sheet(FIVE)
    house.play(sheet, dreier("Anna"))
    house.play(sheet, dreier("Bert"))
    republish(monkeypatch, with_a_zweier)
    take(house, sheet.evening)
    return now(sheet)


def entry(sheet: Sheet, number: int) -> Entry:
    return Entry.objects.get(row__sheet=sheet, row__number=number)


def event(sheet: Sheet) -> Entry:
    return sheet.entries.current().get(record__event="rules")


def test_a_correction_of_an_earlier_hand_is_worked_out_under_its_own_rules(
    house: House, sheet: Sheet
) -> None:
    house.play(sheet, dreier("Cilli"))
    correct(house, sheet, entry(sheet, 1), dreier("Dora"))
    assert [declared(sheet, number) for number in (1, 2, 3)] == [15, 15, 18]
    correct(house, sheet, entry(sheet, 3), dreier("Anna"))
    assert [declared(sheet, number) for number in (1, 2, 3)] == [15, 15, 18]
    with pytest.raises(Illegal):
        correct(house, sheet, entry(sheet, 1), hand("zweier", "Anna", won=True))
    call_command("verify")


def test_from_when_on_other_rules_hold_is_taken_back_only_while_nothing_was_played(
    house: House, sheet: Sheet
) -> None:
    actor = Actor(house["Anna"])
    recording.undo(actor=actor, entry=uuid4(), sheet=sheet, known_seq=now(sheet).seq)
    house.play(sheet, dreier("Cilli"))
    assert declared(sheet, 3) == 15
    recording.undo(actor=actor, entry=uuid4(), sheet=sheet, known_seq=now(sheet).seq)
    recording.redo(actor=actor, entry=uuid4(), sheet=sheet, known_seq=now(sheet).seq)
    recording.undo(actor=actor, entry=uuid4(), sheet=sheet, known_seq=now(sheet).seq)
    take(house, sheet.evening)
    house.play(sheet, dreier("Cilli"))
    assert declared(sheet, 3) == 18
    for act in (Act.TAKE_OUT, Act.CORRECT):
        change = Change(act, event(sheet), in_ids(sheet, dreier("Anna")))
        with pytest.raises(Refused, match="what was played stays"):
            recording.change(
                change, actor=actor, entry=uuid4(), sheet=sheet, known_seq=now(sheet).seq, reason="doch nicht"
            )
    call_command("verify")


def test_what_was_undone_is_still_told_under_the_rules_of_its_time(house: House, sheet: Sheet) -> None:
    actor = Actor(house["Anna"])
    house.play(sheet, hand("zweier", "Cilli", won=True))
    gone = entry(sheet, 3)
    for _ in range(2):
        recording.undo(actor=actor, entry=uuid4(), sheet=sheet, known_seq=now(sheet).seq)
    assert "zweier" not in rules_for(now(sheet)).contracts
    assert timeline_of(now(sheet)).of(gone).contracts["zweier"].value == 6
    client = house.client("Anna")
    assert "Zweier" in client.get(f"/sheets/{sheet.pk}/hands/{gone.pk}/").content.decode()
    call_command("verify")


def test_rules_without_a_radl_wait_until_the_doubled_hands_are_played(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = house.sheet()
    house.play(sheet, trischaken("Anna"))
    assert now(sheet).state.owed == 4
    republish(monkeypatch, lambda data: data.update(radl={"triggers": [], "schlussradl": False}))
    with pytest.raises(Refused, match="still has doubled hands"):
        take(house, sheet.evening)
    for _ in range(4):
        house.play(sheet, dreier("Anna"))
    take(house, sheet.evening)
    with pytest.raises(Illegal):
        house.play(sheet, {"event": "schlussradl"})
    call_command("verify")


@pytest.mark.parametrize(
    ("lie", "said"),
    [
        ({"digest": "0" * 64}, "the rules from here on"),
        ({"version": 999}, "the rules from here on"),
        ({"options": {"trischaken_base": 2}}, "choices that these rules offer"),
    ],
)
def test_a_lie_about_the_rules_is_found(
    house: House, sheet: Sheet, lie: dict[str, Any], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    protection.unprotect(connection)
    one = event(sheet)
    Entry.objects.filter(pk=one.pk).update(record={**(one.record or {}), **lie})
    protection.protect(connection)
    with pytest.raises(SystemExit):
        call_command("verify")
    assert said in capsys.readouterr().out


def test_rules_agreed_on_later_that_nobody_can_read_are_named_with_their_entry(
    house: House, sheet: Sheet
) -> None:
    protection.unprotect(connection)
    RulesetVersion.objects.filter(pk=(event(sheet).record or {})["version"]).update(text="[")
    protection.protect(connection)
    found = [str(difference) for difference in verifying.checked(now(sheet)).differences]
    assert any(
        "the rules from here on: expected rules that can be read, found" in difference for difference in found
    )
