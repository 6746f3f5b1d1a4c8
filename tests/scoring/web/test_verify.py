"""`manage.py verify` recomputes everything; every planted lie is found, named and told in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring import verifying
from scoring.evenings import verbs as evening_verbs
from scoring.models import (
    Act,
    CountedHands,
    Entry,
    LineUpSums,
    Participant,
    Reason,
    Row,
    RulesetVersion,
    Sheet,
    TableScore,
)
from scoring.models.people import Member
from scoring.table.adding_up import keep_sums
from tests.support.scoring.anonymising import without_emil
from tests.support.scoring.corrections import correct, insert, redo, take_out, undo
from tests.support.scoring.house import HOUSE, House, ids, in_ids, now
from tests.support.scoring.house_rules_verbs import begin, data_of, save
from tests.support.scoring.tables import FIVE, REDEAL, STRUCK, dealer, dreier, seating, trischaken
from tests.support.scoring.verify import Lie, nothing, unprotected, verified
from tests.support.stages import stage


@stage(on=HOUSE)
def sheet(house: House) -> Sheet:
    """Everything that can happen at a table: five people, 4 hands, a void one, one undone, one brought back.

    Hand 1 Trischaken, hand 2 (inserted) Dreier, the redeal, hand 3 (corrected) Dreier, hand 4 brought back.
    """
    sheet = house.sheet(FIVE)
    house.play(sheet, trischaken("Anna"))
    house.play(sheet, REDEAL)
    third = house.play(sheet, dreier("Cilli")).entry
    house.play(sheet, dealer("Dora"))
    house.play(sheet, seating("Anna", "Bert", "Cilli", "Emil", dealer="Emil"))
    house.play(sheet, dreier("Anna"))
    never = house.play(sheet, dreier("Anna")).entry
    take_out(house, sheet, never)
    undo(house, sheet)
    redo(house, sheet)
    correct(house, sheet, third, dreier("Dora", won=False))
    insert(house, sheet, sheet.entries.standing()[1], dreier("Bert"))
    return now(sheet)


def test_an_evening_as_it_was_played_is_without_a_difference(house: House, sheet: Sheet) -> None:
    house.play(house.sheet(rules="karlsruhe"), dreier("Anna"))
    house.play(house.sheet(evening=sheet.evening, name="2"), STRUCK)
    house.sheet(evening=house.evening(club=house.other), names=("Franz", "Ida", "Jakob", "Karl"))
    evening_verbs.close_sheet(actor=house["Anna"], deed=uuid4(), sheet=sheet)
    assert verified() == (0, ["4 sheets, 5 hands: no difference."])
    assert verified("--sheet", str(sheet.pk)) == (0, ["1 sheet, 4 hands: no difference."])
    assert verified("--club", house.other.slug) == (0, ["1 sheet, 0 hands: no difference."])


def test_an_empty_house_is_without_a_difference(db: None) -> None:
    assert verified() == (0, ["0 sheets, 0 hands: no difference."])


def test_what_is_not_there_cannot_be_verified(db: None) -> None:
    for arguments in (("--club", "nirgends"), ("--sheet", "7")):
        with pytest.raises(CommandError) as refused:
            call_command("verify", *arguments)
        assert refused.value.returncode == 2


# Lies about what follows: anybody could plant them, nothing protects what can be recomputed


def row(sheet: Sheet, number: int | None) -> Any:
    return Row.objects.filter(sheet=sheet, number=number)


def amount(sheet: Sheet, number: int, name: str, twelfths: int, of: str = "twelfths") -> None:
    found = row(sheet, number).get()
    amounts = list(found.twelfths)
    amounts[found.players.index(ids(sheet)[name])] = twelfths
    row(sheet, number).update(**{of: amounts})


def score(sheet: Sheet, name: str) -> Any:
    return TableScore.objects.filter(sheet=sheet, participant=ids(sheet)[name])


def standing(sheet: Sheet, **lies: Any) -> None:
    Sheet.objects.filter(pk=sheet.pk).update(standing=now(sheet).standing | lies)


def counted(sheet: Sheet, lie: Callable[[Any, Any], object]) -> None:
    stored = CountedHands.objects.get(sheet=sheet)
    lie(stored.hands, sheet.sums)
    stored.save()
    sheet.save(update_fields=["sums"])


def players_sums(sheet: Sheet, name: str, lie: Callable[[Any], object]) -> None:
    sums = score(sheet, name).get().sums
    lie(sums)
    score(sheet, name).update(sums=sums)


def row_from_nowhere(sheet: Sheet) -> None:
    undone = Entry.objects.get(sheet=sheet, act=Act.TAKE_OUT)
    Row.objects.create(
        entry=undone, sheet=sheet, place=7, number=9, dealer="1", players=[], radl=False, owed=0, triggers=[]
    )


DERIVED: dict[str, tuple[Lie, str]] = {
    "an amount": (
        lambda sheet: amount(sheet, 1, "Bert", -24),
        "Hand 1, Bert, Kassa: expected -6, found -2",
    ),
    "an amount of the Schrift": (
        lambda sheet: amount(sheet, 1, "Bert", -26, of="schrift_twelfths"),
        "Hand 1, Bert, Schrift: expected -6, found -13/6",
    ),
    "no amounts": (
        lambda sheet: row(sheet, 1).update(twelfths=None),
        "Hand 1, Anna, Kassa: expected 2, found nothing",
    ),
    "an amount too many": (
        lambda sheet: row(sheet, 1).update(twelfths=[*row(sheet, 1).get().twelfths, 0]),
        "Hand 1, participant nothing, Kassa: expected nothing, found 0",
    ),
    "an unequal sum": (
        lambda sheet: amount(sheet, 1, "Anna", 36),
        "Hand 1, sum of all, Kassa: expected 0, found 1",
    ),
    "a missing row": (lambda sheet: row(sheet, 4).delete(), "Hand 4: expected a row, found nothing"),
    "a missing row of a void hand": (
        lambda sheet: row(sheet, None).delete(),
        "The void hand after hand 2: expected a row, found nothing",
    ),
    "an extra row": (row_from_nowhere, "A row with the number 9: expected nothing, found a row"),
    "a number": (lambda sheet: row(sheet, 3).update(number=7), "Hand 3, number: expected 3, found 7"),
    "a place": (lambda sheet: row(sheet, 1).update(place=3), "Hand 1, its place on the sheet"),
    "a dealer": (
        lambda sheet: row(sheet, 2).update(dealer=ids(sheet)["Cilli"]),
        "Hand 2, dealer: expected Anna, found Cilli",
    ),
    "a dealer from elsewhere": (
        lambda sheet: row(sheet, 2).update(dealer="x"),
        "Hand 2, dealer: expected Anna, found participant x",
    ),
    "who plays": (
        lambda sheet: row(sheet, 1).update(players=row(sheet, 1).get().players[::-1]),
        "Hand 1, who plays: expected Anna, Bert, Cilli, Dora, found Dora, Cilli, Bert, Anna",
    ),
    "a Radl": (lambda sheet: row(sheet, 2).update(radl=False), "Hand 2, Radl: expected doubled, found not"),
    "what it is multiplied by": (
        lambda sheet: row(sheet, 2).update(times=4),
        "Hand 2, what a doubled hand is multiplied by: expected 2, found 4",
    ),
    "what is owed": (
        lambda sheet: row(sheet, 1).update(owed=4),
        "Hand 1, doubled hands still to come: expected 5, found 4",
    ),
    "the triggers": (
        lambda sheet: row(sheet, 1).update(triggers=[]),
        "Hand 1, triggers of the Radl: expected trischaken, found nothing",
    ),
    "a total": (
        lambda sheet: score(sheet, "Emil").update(twelfths=122),
        "The score of Emil, Kassa: expected -10, found 61/6",
    ),
    "a missing total": (
        lambda sheet: score(sheet, "Anna").delete(),
        "The score of Anna: expected there, found nothing",
    ),
    "a score of somebody who never sat there": (
        lambda sheet: TableScore.objects.create(
            sheet=sheet,
            participant=Participant.objects.create(evening=sheet.evening, guest="Xaver", key="xaver"),
            hands=0,
            twelfths=0,
            schrift_twelfths=0,
        ),
        "The score of Xaver: expected nothing, found there",
    ),
    "the Schlussradl": (
        lambda sheet: standing(sheet, schlussradl=True),
        "Where the table stands, schlussradl: expected False, found True",
    ),
    "how many hands somebody has played": (
        lambda sheet: score(sheet, "Cilli").update(hands=40),
        "The score of Cilli, hands: expected 4, found 40",
    ),
    "something more": (
        lambda sheet: standing(sheet, wind="south"),
        "Where the table stands, wind: expected nothing, found south",
    ),
    "no standing at all": (
        lambda sheet: Sheet.objects.filter(pk=sheet.pk).update(standing=[]),
        "Where the table stands, hands: expected 4, found nothing",
    ),
    "what is counted of a hand": (
        lambda sheet: counted(sheet, lambda hands, sums: hands[1][3][0].__setitem__(0, "rufer")),
        "Hand 2, what is counted of it: expected [0, ",
    ),
    "a hand that is not counted": (
        lambda sheet: counted(sheet, lambda hands, sums: hands.pop()),
        "Hand 4, what is counted of it: expected [0, ",
    ),
    "how often something was played": (
        lambda sheet: counted(sheet, lambda hands, sums: sums["0"]["games"]["dreier"].__setitem__(0, 9)),
        "What the hands of this table add up to, games: expected {",
    ),
    "what somebody's hands add up to": (
        lambda sheet: players_sums(sheet, "Bert", lambda sums: sums["opponent"]["dreier"].__setitem__(3, 7)),
        "What the hands of Bert add up to, opponent: expected {",
    ),
    "a game that somebody never had": (
        lambda sheet: players_sums(sheet, "Bert", lambda sums: sums.update(revoked=1)),
        "What the hands of Bert add up to, revoked: expected nothing, found 1",
    ),
    "no sums of somebody at all": (
        lambda sheet: score(sheet, "Emil").update(sums=[]),
        "What the hands of Emil add up to: expected {",
    ),
    "nothing counted at all": (
        lambda sheet: (sheet.counted_hands.update(hands={}), Sheet.objects.update(sums=[])),
        "Hand 1, what is counted of it: expected [0, ",
    ),
    "hands counted for later ones": (
        lambda sheet: sheet.counted_hands.update(number=51),
        "Hand 51, what is counted of it: expected nothing, found [0, ",
    ),
    "what a line-up's hands add up to": (
        lambda sheet: (keep_sums(sheet.evening), LineUpSums.objects.update(sums={"1 2 3 4": {}})),
        "What line-ups of this table add up to, 1 2 3 4: expected ",
    ),
    "the number of entries": (
        lambda sheet: Sheet.objects.filter(pk=sheet.pk).update(seq=99),
        "The number of entries: expected 12, found 99",
    ),
}


def unnoticed(sheet: Sheet, lies: dict[str, tuple[Lie, str]]) -> dict[str, list[str]]:
    """Plants one after the other; those that are not found, with what is said instead."""
    table = f"Mühlviertler Runde, {sheet.evening}, table 1 (sheet {sheet.pk}): "
    missed = {}
    for lie, (plant, words) in lies.items():
        with transaction.atomic():
            plant(now(sheet))
            status, lines = verified()
            transaction.set_rollback(True)
        told = [line.removeprefix(table) for line in lines]
        if status != 1 or not any(line.startswith(words) for line in told):
            missed[lie] = lines
        assert lines[-1].endswith(
            ": 1 difference." if len(lines) == 2 else f": {len(lines) - 1} differences."
        )
    assert verified()[0] == 0, "every lie was taken back"
    return missed


def test_every_lie_about_what_follows_is_found(sheet: Sheet) -> None:
    assert unnoticed(sheet, DERIVED) == {}


# Lies about the facts: only with the protection lifted can they be planted at all


def entries(sheet: Sheet, **which: Any) -> Any:
    return Entry.objects.filter(sheet=sheet, **which)


def changed_record(sheet: Sheet, names: dict[str, Any], **which: Any) -> None:
    assert entries(sheet, **which).update(record=in_ids(sheet, names)) == 1


def rules_text(sheet: Sheet, before: str, after: str) -> None:
    version = sheet.ruleset
    assert before in version.text
    RulesetVersion.objects.filter(pk=version.pk).update(text=version.text.replace(before, after))


def foreigner(sheet: Sheet) -> str:
    """Somebody of another evening."""
    evening = sheet.evening
    evening.pk = None
    evening._state.adding = True
    evening.save()
    return str(Participant.objects.create(evening=evening, guest="Xaver", key="xaver").pk)


def with_foreigner(sheet: Sheet) -> None:
    here = Sheet.objects.get(pk=sheet.pk)
    record = {"event": "seating", "players": [*here.standing["players"][:3], foreigner(sheet)]}
    entries(sheet, seq=5).update(record={**record, "dealer": here.standing["players"][0]})


FACTS: dict[str, tuple[Lie, str]] = {
    "another winner": (
        lambda sheet: changed_record(sheet, dreier("Anna", won=False), act=Act.REDO),
        "Entry 10 (redo), its record: expected the one that was taken back, found another one",
    ),
    "another declarer": (
        lambda sheet: changed_record(sheet, dreier("Cilli"), act=Act.INSERT),
        "Hand 2, Bert, Kassa: expected -10, found 30",
    ),
    "an impossible hand": (
        lambda sheet: changed_record(sheet, dreier("Anna"), act=Act.INSERT),
        "Entry 12 (inserted): expected possible under the rules, found",
    ),
    "no hand at all": (
        lambda sheet: entries(sheet, seq=1).update(record={"games": 7}),
        "Entry 1 (added), its record: expected readable, found",
    ),
    "free text inside": (
        lambda sheet: entries(sheet, seq=2).update(record={"void": "redeal", "reason": "Anna ist schuld"}),
        "Entry 2 (added), its record: expected as it is always written, found another form",
    ),
    "somebody from another evening": (
        with_foreigner,
        "Entry 5 (added), who takes part: expected somebody of this evening, found participant",
    ),
    "the rules": (
        lambda sheet: rules_text(sheet, "value = 5", "value = 6"),
        "Rules standard 1, checksum of the text: expected ",
    ),
    "rules that nobody can read": (
        lambda sheet: rules_text(sheet, "counting", "rechnen"),
        "Rules standard 1, text: expected rules that can be read, found",
    ),
    "rules that are no TOML": (
        lambda sheet: RulesetVersion.objects.update(text="["),
        "The rules of this table: expected rules that can be read, found",
    ),
    "what is played by the rules": (
        lambda sheet: RulesetVersion.objects.update(substance="0" * 64),
        "Rules standard 1, checksum without its words: expected 000",
    ),
    "the first players": (
        lambda sheet: Sheet.objects.filter(pk=sheet.pk).update(players=sheet.players[:3]),
        "The beginning of this table: expected possible, found",
    ),
    "a stranger at the beginning": (
        lambda sheet: Sheet.objects.filter(pk=sheet.pk).update(players=[*sheet.players, foreigner(sheet)]),
        "The beginning of this table, who takes part",
    ),
    "a choice of the table": (
        lambda sheet: Sheet.objects.filter(pk=sheet.pk).update(options={"silent_miss": "perhaps"}),
        "The beginning of this table: expected possible, found",
    ),
    "a gap in the order": (
        lambda sheet: entries(sheet, seq=12).update(seq=13),
        "The order of writing: expected entry 12 next, found entry 13",
    ),
    "a successor that came before": (
        lambda sheet: [
            entries(sheet, seq=9).update(seq=90),
            entries(sheet, seq=10).update(seq=9),
            entries(sheet, seq=90).update(seq=10),
        ],
        "Entry 9 (redo), what it supersedes: expected an earlier entry, found entry 10",
    ),
    "a version in another place": (
        lambda sheet: entries(sheet, act=Act.CORRECT).update(place=99),
        "Entry 11 (correction), its place on the sheet: expected",
    ),
    "a version of another entry": (
        lambda sheet: entries(sheet, act=Act.CORRECT).update(supersedes=entries(sheet).get(seq=4)),
        "Entry 11 (correction), what it supersedes: expected Entry 3 (added), found Entry 4 (added)",
    ),
    "a version of what was taken out": (
        lambda sheet: entries(sheet, act=Act.CORRECT).update(
            supersedes=entries(sheet).get(act=Act.TAKE_OUT), place=entries(sheet).get(act=Act.TAKE_OUT).place
        ),
        "Entry 11 (correction), what it supersedes: expected something that stood, found Entry 8 (taken out)",
    ),
    "a version in the place of a hand that was inserted": (
        lambda sheet: entries(sheet, act=Act.CORRECT).update(place=entries(sheet).get(act=Act.INSERT).place),
        "Entry 12 (inserted), its place on the sheet: expected free, found Entry 11 (correction)",
    ),
    "a place before the end": (
        lambda sheet: entries(sheet, seq=4).update(place=1),
        "Entry 4 (added), its place on the sheet: expected the last one, found an earlier one",
    ),
    "an undo of something else": (
        lambda sheet: entries(sheet, act=Act.UNDO).update(
            supersedes=entries(sheet).get(seq=4), place=entries(sheet).get(seq=4).place
        ),
        "Entry 9 (undo), what it takes back: expected Entry 6 (added), found Entry 4 (added)",
    ),
    "something brought back that was taken out": (
        lambda sheet: entries(sheet, act=Act.REDO).update(
            supersedes=entries(sheet).get(act=Act.TAKE_OUT), place=entries(sheet).get(act=Act.TAKE_OUT).place
        ),
        "Entry 10 (redo), what it brings back: expected the newest undo, found Entry 8 (taken out)",
    ),
    "somebody of another club": (
        lambda sheet: entries(sheet, seq=1).update(by=Member.objects.get(name="Franz")),
        "Entry 1 (added), who wrote it: expected somebody of this club, found Franz",
    ),
    "an entry of another table": (
        lambda sheet: Entry.objects.create(
            id=uuid4(),
            sheet=sheet,
            seq=13,
            place=entry_elsewhere(sheet).place,
            supersedes=entry_elsewhere(sheet),
            act=Act.REDO,
            record={"event": "schlussradl"},
            at=timezone.now(),
        ),
        "Entry 13 (redo), the sheet of what it supersedes: expected",
    ),
    "a reason without words": (
        lambda sheet: Reason.objects.filter(acts__seq=11).update(text=" "),
        "Entry 11 (correction), why it was written: expected a reason, found nothing",
    ),
    "a void hand without grounds": (
        lambda sheet: entries(sheet, seq=2).update(grounds=None, record={"void": "struck"}),
        "Entry 2 (added), why the hand is void: expected a reason, found nothing",
    ),
    "grounds without a void hand": (
        lambda sheet: entries(sheet, seq=3).update(grounds=entries(sheet).get(seq=2).grounds),
        "Entry 3 (added), why the hand is void: expected nothing, found a reason",
    ),
    "a missing protection": (
        nothing,
        "The protection scoring_entry_refuses_update: expected in place, found missing",
    ),
    "a member of another club among those present": (
        lambda sheet: Participant.objects.create(
            evening=sheet.evening, member=Member.objects.get(name="Franz")
        ),
        "Mühlviertler Runde, ",
    ),
}


def entry_elsewhere(sheet: Sheet) -> Entry:
    found = Entry.objects.filter(act=Act.ADD).exclude(sheet=sheet).first()
    assert found is not None
    return found


def test_every_lie_about_the_facts_is_found(house: House, sheet: Sheet) -> None:
    house.play(house.sheet(rules="karlsruhe"), dreier("Anna"))
    assert unnoticed(sheet, {lie: (unprotected(plant), words) for lie, (plant, words) in FACTS.items()}) == {}


def test_words_without_a_name_are_no_lie_and_a_value_changed_along_with_them_is(house: House) -> None:
    version = save(house, begin(house, data_of(label="Emils Runde", dreier=7)))
    sheet = house.sheet(rules=version.slug)
    house.play(sheet, dreier("Bert"))
    without_emil(house, version)
    assert verified()[0] == 0
    assert "value = 7" in version.text
    substance = version.substance
    version.text, version.reworded_at = version.text.replace("value = 7", "value = 8"), timezone.now()
    version.save(update_fields=["text", "reworded_at"])
    code, said = verified()
    assert code == 1
    lie = f"Rules {version}, checksum without its words: expected {substance}, found"
    assert any(lie in line for line in said)


def test_other_words_are_a_lie_unless_somebody_was_anonymised_then(house: House) -> None:
    """Whoever writes into the database by hand writes no deed."""
    version = save(house, begin(house, data_of(label="Emils Runde", dreier=7)))
    house.play(house.sheet(rules=version.slug), dreier("Bert"))
    version.text = version.text.replace("Emils Runde", "Unser Schmarrn")
    version.reworded_at = timezone.now()
    version.save(update_fields=["text", "reworded_at"])
    code, said = verified()
    assert code == 1
    assert any(f"Rules {version}, other words since" in line for line in said)


def test_a_lie_at_one_table_is_none_at_another(house: House, sheet: Sheet) -> None:
    other = house.sheet(evening=house.evening(club=house.other), names=("Franz", "Ida", "Jakob", "Karl"))
    house.play(other, dreier("Ida"))
    score(sheet, "Bert").update(twelfths=0)
    assert verified("--sheet", str(other.pk))[0] == 0
    assert verified("--club", house.other.slug)[0] == 0
    assert verified("--club", house.club.slug)[0] == 1
    assert verified("--sheet", str(sheet.pk))[0] == 1


def test_what_is_written_while_it_is_read_is_no_difference(house: House, sheet: Sheet) -> None:
    """As if the sheet had been read before, and its rows after, a further hand was recorded."""
    early = now(sheet)
    house.play(sheet, dreier("Bert"))
    assert verifying.checked(early).differences == ()


def test_blanked_reasons_are_no_difference(sheet: Sheet) -> None:
    Reason.objects.update(text="", blanked_at=timezone.now())
    assert verified()[0] == 0


def test_verifying_a_sheet_takes_as_many_queries_however_much_was_played(house: House, sheet: Sheet) -> None:
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            verified()
        counts.append(len(queries))
        for _ in range(5):
            house.play(sheet, REDEAL)
    assert counts[0] == counts[1] <= 20
