"""`manage.py verify` recomputes everything; every planted lie is found, named and told in words."""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from scoring import clock, verifying
from scoring.accounts import verbs as people
from scoring.archive.snapshots import snapshot
from scoring.clubs.privacy.anonymising import anonymise_member
from scoring.evenings import verbs as evening_verbs
from scoring.models import (
    Act,
    Entry,
    Evening,
    Participant,
    Reason,
    Row,
    RulesetVersion,
    Sheet,
    TableScore,
)
from scoring.models.people import Member
from scoring.table.derived import DERIVED, NUMBERS, OF_THE_SHEET
from scoring.table.other_versions import keep_other_version
from scoring.table_policy import Actor
from tests.support.scoring.anonymising import anonymise
from tests.support.scoring.corrections import correct, insert, redo, take_out, undo
from tests.support.scoring.house import HOUSE, House, in_ids, now
from tests.support.scoring.house_rules import begin, data_of, own, save
from tests.support.scoring.tables import (
    FIVE,
    REDEAL,
    STRUCK,
    Record,
    dealer,
    dreier,
    pagat,
    seating,
    trischaken,
)
from tests.support.scoring.verify import Lie, lies, nothing, other, unnoticed, verified
from tests.support.stages import stage


def without_emil(house: House, version: RulesetVersion) -> RulesetVersion:
    """A saved version as the program left it when it still took names out of words."""
    version.text = version.text.replace("Emil", "Mitglied 437")
    version.reworded_at = clock.now()
    version.save(update_fields=["text", "reworded_at"])
    anonymise(house, house.member("Emil"))
    assert "Emil" not in version.text
    return version


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
    insert(house, sheet, sheet.entries.current()[1], dreier("Bert"))
    return now(sheet)


def test_an_evening_as_it_was_played_is_without_a_difference(house: House, sheet: Sheet) -> None:
    house.play(house.sheet(rules="karlsruhe"), dreier("Anna"))
    house.play(house.sheet(evening=sheet.evening, name="2"), STRUCK)
    house.sheet(evening=house.evening(club=house.other), names=("Franz", "Ida", "Jakob", "Karl"))
    evening_verbs.close_sheet(actor=house["Anna"], deed=uuid4(), sheet=sheet)
    assert verified() == (0, ["4 sheets, 5 hands: no difference."])
    assert verified("--sheet", str(sheet.pk)) == (0, ["1 sheet, 4 hands: no difference."])
    assert verified("--club", house.other.slug) == (0, ["1 sheet, 0 hands: no difference."])


def test_what_is_not_there_cannot_be_verified(db: None) -> None:
    for arguments in (("--club", "nirgends"), ("--sheet", "7")):
        with pytest.raises(CommandError) as refused:
            call_command("verify", *arguments)
        assert refused.value.returncode == 2


# Lies about what follows: anybody could plant them, nothing protects what can be recomputed


def at(sheet: Sheet) -> str:
    return f"Mühlviertler Runde, {sheet.evening}, table 1 (sheet {sheet.pk}): "


def row_from_nowhere(sheet: Sheet) -> None:
    undone = Entry.objects.get(sheet=sheet, act=Act.TAKE_OUT)
    Row.objects.create(
        entry=undone,
        sheet=sheet,
        sort_key=7,
        number=9,
        dealer="1",
        players=[],
        radl=False,
        owed=0,
        triggers=[],
    )


AMONG_ROWS: dict[str, tuple[Lie, str]] = {
    "no amounts": (
        lambda sheet: sheet.rows.filter(number=1).update(twelfths=None),
        "Hand 1, Anna, Kassa: expected 2, found nothing",
    ),
    "an extra row": (row_from_nowhere, "Hand 9: expected nothing, found a row"),
    "a score of somebody who never sat there": (
        lambda sheet: TableScore.objects.create(
            sheet=sheet,
            participant=Participant.objects.create(evening=sheet.evening, guest="Xaver", key="xaver"),
            hands=0,
            twelfths=0,
            schrift_twelfths=0,
        ),
        "The score of Xaver: expected nothing, found a row",
    ),
}


def test_every_lie_about_what_follows_is_found(sheet: Sheet) -> None:
    assert unnoticed(sheet, lies(__file__, "follows") | AMONG_ROWS) == {}


@stage(on=HOUSE)
def counted(house: House) -> Sheet:
    """A void hand, and one with a premium and a kontra; besides, another evening with another table."""
    sheet = house.sheet()
    house.play(sheet, REDEAL)
    house.play(sheet, a_kontra("Anna"))
    house.play(house.sheet(evening=house.evening("karlsruhe")), a_kontra("Bert"))
    return now(sheet)


def a_kontra(declarer: str) -> Record:
    with_premium = pagat(declarer, made=True, declarer=declarer)
    return with_premium | {"games": [{**with_premium["games"][0], "kontra": "kontra"}]}


def lies_about(sheet: Sheet) -> Iterator[tuple[str, Callable[[], object]]]:
    """Another value in every column of one row of each derived table, and the row away."""
    for model, path, _key in DERIVED:
        row = model._base_manager.filter(**{path: sheet}).order_by("-pk").first()
        only = model._base_manager.filter(pk=row.pk)
        for field in row._meta.concrete_fields:
            if field.attname not in NUMBERS:
                changed = {field.attname: other(row, field)}
                assert changed[field.attname] is not None, field
                yield f"{model.__name__}.{field.name}", partial(only.update, **changed)
        yield f"{model.__name__} removed", only.delete
    for name in OF_THE_SHEET:
        value = getattr(sheet, name)
        values = [{**value, key: [value[key]]} for key in value] if name == "stored_state" else [value + 1]
        for changed in values:
            yield f"Sheet.{name}", partial(Sheet.objects.filter(pk=sheet.pk).update, **{name: changed})


def test_every_column_of_every_derived_row_is_compared(counted: Sheet) -> None:
    found, refused, unnamed = [], [], []
    for name, plant in lies_about(counted):
        with transaction.atomic():
            try:
                with transaction.atomic():
                    plant()
            except DatabaseError:
                refused.append(name)
            else:
                (found if verifying.checked(now(counted)).differences else unnamed).append(name)
            transaction.set_rollback(True)
    assert unnamed == []
    assert len(found) >= 60, (len(found), refused)
    assert verifying.checked(now(counted)).differences == ()


def test_what_a_hand_changes_is_its_entry_or_is_derived(house: House, counted: Sheet) -> None:
    """A table or a column in which anything more is written belongs on the list of what is derived."""

    def everything() -> dict[tuple[type[Model], object], dict[str, Any]]:
        rows = ((model, row) for model in apps.get_models() for row in model._base_manager.values())
        return {(model, row[model._meta.pk.attname]): row for model, row in rows}

    before = everything()
    house.play(counted, a_kontra("Cilli"))
    after = everything()
    rows = before.keys() | after.keys()
    written = {
        (key[0], column)
        for key in rows
        for column, value in after.get(key, {}).items()
        if before.get(key, {}).get(column, ...) != value
    }
    derived = {model for model, _path, _key in DERIVED} | {Entry}
    rest = {(model, column) for model, column in written if model not in derived}
    assert rest == {(Sheet, "seq"), (Sheet, "stored_state")}
    assert {column for _model, column in rest} <= {*OF_THE_SHEET}
    assert before.keys() <= after.keys()


# Lies about the facts: only with the protection lifted can they be planted at all


def entries(sheet: Sheet, **which: Any) -> Any:
    return Entry.objects.filter(sheet=sheet, **which)


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
    record = {"event": "seating", "players": [*here.state.players[:3], foreigner(sheet)]}
    entries(sheet, seq=5).update(record={**record, "dealer": here.state.players[0]})


FACTS: dict[str, tuple[Lie, str]] = {
    "somebody from another evening": (
        with_foreigner,
        "Entry 5 (entered), its head: expected ",
    ),
    "the rules": (
        lambda sheet: rules_text(sheet, "value = 5", "value = 6"),
        "Rules standard 1, checksum of the text: expected ",
    ),
    "rules that nobody can read": (
        lambda sheet: rules_text(sheet, "counting", "rechnen"),
        "Rules standard 1, text: expected rules that can be read, found",
    ),
    "a stranger at the beginning": (
        lambda sheet: Sheet.objects.filter(pk=sheet.pk).update(players=[*sheet.players, foreigner(sheet)]),
        "Entry 1 (entered), its head: expected ",
    ),
    "a successor that came before": (
        lambda sheet: [
            entries(sheet, seq=9).update(seq=90),
            entries(sheet, seq=10).update(seq=9),
            entries(sheet, seq=90).update(seq=10),
        ],
        "Entry 9 (brought back), its head: expected ",
    ),
    "an entry of another table": (
        lambda sheet: Entry.objects.create(
            id=uuid4(),
            sheet=sheet,
            seq=13,
            sort_key=entry_elsewhere(sheet).sort_key,
            supersedes=entry_elsewhere(sheet),
            act=Act.REDO,
            record={"event": "schlussradl"},
            at=clock.now(),
        ),
        "entry, Supersedes: expected sheet ",
    ),
    "a void hand without grounds": (
        lambda sheet: entries(sheet, seq=2).update(grounds=None, record={"void": "struck"}),
        "Entry 2 (entered), its record: expected readable, found The reason is missing.",
    ),
    "grounds without a void hand": (
        lambda sheet: entries(sheet, seq=3).update(grounds=entries(sheet).get(seq=2).grounds),
        "Entry 3 (entered), its head: expected ",
    ),
    "a missing protection": (
        nothing,
        "The protection scoring_entry_refuses_update: expected in place, found missing",
    ),
    "a member of another club among those present": (
        lambda sheet: Participant.objects.create(
            evening=sheet.evening, member=Member.objects.get(name="Franz")
        ),
        "participant, Member: expected club ",
    ),
}


def entry_elsewhere(sheet: Sheet) -> Entry:
    found = Entry.objects.filter(act=Act.ADD).exclude(sheet=sheet).first()
    assert found is not None
    return found


def test_every_lie_about_the_facts_is_found(house: House, sheet: Sheet) -> None:
    house.play(house.sheet(rules="karlsruhe"), dreier("Anna"))
    assert unnoticed(sheet, lies(__file__, "facts") | FACTS) == {}


def test_every_lie_about_what_the_log_says_is_found(house: House, sheet: Sheet) -> None:
    """Of the same, closed, with rules of its own, an invitation, and a hand that two phones recorded."""
    own(house)
    house.do(people.invite, by="Anna", member=house.member("Emil"))
    hand = sheet.entries.current()[3]
    recorded = {"record": in_ids(sheet, dreier("Dora")), "seen_seq": sheet.seq}
    keep_other_version(actor=Actor(house["Bert"]), version=uuid4(), of=hand, **recorded)
    house.do(evening_verbs.close_evening, by="Anna", evening=sheet.evening)
    assert unnoticed(sheet, lies(__file__, "covered")) == {}


def test_words_without_a_name_are_no_lie_and_a_value_changed_along_with_them_is(house: House) -> None:
    version = save(house, begin(house, data_of(label="Emils Runde", dreier=7)))
    sheet = house.sheet(rules=version.slug)
    house.play(sheet, dreier("Bert"))
    without_emil(house, version)
    assert verified()[0] == 0
    assert "value = 7" in version.text
    substance = version.substance
    version.text, version.reworded_at = version.text.replace("value = 7", "value = 8"), clock.now()
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
    version.reworded_at = clock.now()
    version.save(update_fields=["text", "reworded_at"])
    code, said = verified()
    assert code == 1
    assert any(f"Rules {version}, other words since" in line for line in said)


def test_a_difference_leads_to_the_page_that_shows_it(sheet: Sheet) -> None:
    row = sheet.rows.get(number=2)
    sheet.rows.filter(pk=row.pk).update(radl=False)
    TableScore.objects.filter(sheet=sheet, participant__member__name="Emil").update(twelfths=0)
    assert verified()[1][:-1] == [
        f"{at(sheet)}Hand 2, Radl: expected yes, found no ({row.get_absolute_url()})",
        f"{at(sheet)}The score of Emil, Kassa: expected -10, found 0 ({sheet.get_absolute_url()})",
    ]


def test_a_lie_at_one_table_is_none_at_another(house: House, sheet: Sheet) -> None:
    other = house.sheet(evening=house.evening(club=house.other), names=("Franz", "Ida", "Jakob", "Karl"))
    house.play(other, dreier("Ida"))
    sheet.everybodys_scores.update(twelfths=0)
    assert verified("--sheet", str(other.pk))[0] == 0
    assert verified("--club", house.other.slug)[0] == 0
    assert verified("--club", house.club.slug)[0] == 1
    assert verified("--sheet", str(sheet.pk))[0] == 1


@pytest.mark.database
def test_what_is_written_while_it_is_verified_is_no_difference(
    transactional_db: None, house: House, sheet: Sheet
) -> None:
    """A hand is recorded after the logs were read and before the sheets are; verify writes nothing itself."""
    seq = sheet.seq

    def record() -> None:
        house.play(sheet, dreier("Bert"))
        connection.close()

    with snapshot():
        with pytest.raises(DatabaseError), transaction.atomic():
            Sheet.objects.update(voiced=7)
        assert list(verifying.of_the_database()) == []
        scorer = threading.Thread(target=record)
        scorer.start()
        scorer.join()
        wholes = list(verifying.wholes(Sheet.objects.whole(), Evening.objects.all()))
        assert [one.differences for one in wholes if one.differences] == []
        assert now(sheet).seq == seq
    assert now(sheet).seq == seq + 1
    assert verified() == (0, ["1 sheet, 5 hands: no difference."])


def test_a_reason_that_was_blanked_by_hand_is_found(house: House, sheet: Sheet) -> None:
    """Blanked with a name that goes, it stands in the log, and is no difference."""
    reason = sheet.entries.get(act=Act.CORRECT).reason
    assert reason is not None
    anonymise_member(actor=house["Anna"], deed=uuid4(), member=house.member("Dora"), blank=[])
    assert verified()[0] == 0
    Reason.objects.filter(pk=reason.pk).update(text="", blanked_at=clock.now())
    assert f": reason {reason.pk}, as it was then: expected " in verified()[1][0]


def test_verifying_a_sheet_takes_as_many_queries_however_much_was_played(house: House, sheet: Sheet) -> None:
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            verified()
        counts.append(len(queries))
        for _ in range(5):
            house.play(sheet, REDEAL)
    assert counts[0] == counts[1]
