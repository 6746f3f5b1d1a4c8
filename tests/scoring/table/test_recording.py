"""Recording at a table: whatever happened is written once, by whoever may, and everything follows from it."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from scoring.accounts import verbs as people
from scoring.deeds import Refused
from scoring.evenings import verbs as evening_verbs
from scoring.models import Act, Entry, Reason, Row, Sheet
from scoring.rules import published
from scoring.table import verbs as recording
from scoring.table.arrivals import Person
from scoring.table.consequences import consequences
from scoring.table.pages.recording_form import reasons
from scoring.table.verbs import Change
from scoring.table.writing import Illegal, OtherContents, Written
from scoring.table_policy import Actor
from tests.support.refusals import problems_of, refuses
from tests.support.scoring.corrections import sheet
from tests.support.scoring.house import House, ids, in_ids, now, seated
from tests.support.scoring.recording import dealers, dealing, totals
from tests.support.scoring.tables import (
    FIVE,
    FOUR,
    REDEAL,
    STRUCK,
    Record,
    dealer,
    dreier,
    hand,
    rufer,
    seating,
)

__all__ = ["sheet"]  # the fixtures


def paid(written: Written) -> dict[str, Fraction]:
    names = written.sheet.evening.names()
    assert written.row is not None
    return {names[amount]: Fraction(kassa, 12) for amount, (kassa, _schrift) in written.row.amounts.items()}


# Every kind of entry


def test_a_hand_is_there_with_its_amounts_its_totals_and_the_next_dealer(house: House, sheet: Sheet) -> None:
    """Inside there are ids and no names."""
    written = house.play(sheet, rufer("Anna", "Cilli"))
    assert written.row is not None
    assert (written.row.number, written.row.radl, written.row.owed, written.row.triggers) == (1, False, 0, ())
    assert paid(written) == {"Anna": 1, "Bert": -1, "Cilli": 1, "Dora": -1}
    assert totals(sheet) == paid(written)
    assert dealers(sheet) == ["Dora"]
    assert dealing(sheet) == "Anna"
    entry = written.entry
    assert (entry.seq, entry.act) == (1, Act.ADD)
    assert (entry.supersedes, entry.reason, entry.grounds) == (None, None, None)
    assert entry.by == house.member("Anna")
    assert now(sheet).seq == written.sheet.seq == 1
    assert Entry.objects.get().is_hand
    assert Entry.objects.get().record == in_ids(sheet, rufer("Anna", "Cilli"))
    assert "Anna" not in str(Entry.objects.values()) + str(Row.objects.values()) + str(
        now(sheet).stored_state
    )


def test_why_a_hand_is_void_is_kept_apart_from_what_is_protected(house: House, sheet: Sheet) -> None:
    written = house.play(sheet, {"void": "struck", "reason": "  Dora war  telefonieren "})
    entry = Entry.objects.get(pk=written.entry.pk)
    assert entry.record == {"void": "struck"}
    assert entry.grounds is not None
    assert entry.grounds.text == "Dora war telefonieren"
    assert entry.reason is None
    with pytest.raises(Illegal) as refused:
        house.play(sheet, {"void": "redeal", "reason": "x" * 401})
    assert [(problem.code, problem.path) for problem in refused.value.problems] == [("wrong_type", "reason")]
    Reason.objects.update(text="", blanked_at=written.entry.at)
    blanked = house.play(sheet, STRUCK, entry=written.entry.pk)
    assert blanked.entry == written.entry, "a phone has its answer all the same"


def test_a_hand_against_the_rules_names_every_problem_and_writes_nothing(house: House, sheet: Sheet) -> None:
    with pytest.raises(Illegal) as refused:
        house.play(sheet, hand("rufer", "Bert", partner="Bert", won=True))
    problems = {(problem.code, problem.path): dict(problem.named) for problem in refused.value.problems}
    assert problems["only_vorhand", "games.0.declarer"]["name"] == ids(sheet)["Anna"]
    assert ("own_partner", "games.0.partner") in problems
    assert refused.value.number is None
    for record in ({}, {"void": "struck"}, [], None):
        with pytest.raises(Illegal):
            recording.add(actor=Actor(house["Anna"]), entry=uuid4(), sheet=sheet, known_seq=0, record=record)
    assert not Entry.objects.exists()
    assert now(sheet).seq == 0


# Once


ENTRIES: dict[str, Record] = {
    "hand": rufer("Anna", "Cilli"),
    "void": REDEAL,
    "dealer": dealer("Bert"),
    "seating": seating("Bert", "Anna", "Cilli", "Dora", dealer="Cilli"),
}


@pytest.mark.parametrize("kind", ENTRIES)
def test_the_same_id_has_the_same_answer_and_no_other_contents(house: House, sheet: Sheet, kind: str) -> None:
    record = in_ids(sheet, ENTRIES[kind])
    asked: dict[str, Any] = {
        "actor": Actor(house["Anna"]),
        "entry": uuid4(),
        "known_seq": 0,
        "record": record,
    }
    first = recording.add(sheet=sheet, **asked)
    again = recording.add(sheet=sheet, **asked)
    assert (again.entry, again.row) == (first.entry, first.row)
    others = [other for name, other in ENTRIES.items() if name != kind]
    for other in (*others, STRUCK, {"void": "redeal", "reason": "doch einer"}):
        with pytest.raises(OtherContents):
            house.play(sheet, other, entry=first.entry.pk)
    assert recording.add(sheet=sheet, **{**asked, "known_seq": 1}).row == first.row, (
        "the phone has seen it there"
    )
    with pytest.raises(OtherContents):
        house.play(house.sheet(evening=sheet.evening, name="2"), REDEAL, entry=first.entry.pk)
    assert Entry.objects.count() == 1

    house.play(sheet, REDEAL)
    assert recording.add(sheet=sheet, **asked).entry == first.entry, "the sheet has moved on"
    assert recording.add(sheet=sheet, **asked).sheet.seq == 2
    evening_verbs.close_sheet(actor=house["Anna"], deed=uuid4(), sheet=sheet)
    assert recording.add(sheet=sheet, **asked).row == first.row, "and is closed"


# Rights


def attempt(sheet: Sheet, actor: Actor) -> bool:
    """May they record here? What they write is taken back."""
    here = now(sheet)
    try:
        recording.add(
            actor=actor,
            entry=uuid4(),
            sheet=here,
            known_seq=here.seq,
            record={"void": "redeal", "reason": "x"},
        )
    except PermissionDenied:
        return False
    return True


def test_a_member_records_while_seated(house: House) -> None:
    sheet = house.sheet(("Anna", "Bert", "Cilli", "Emil"))
    other = house.sheet(evening=sheet.evening, name="2")
    emil = Actor(house["Emil"])
    assert attempt(sheet, emil)
    assert not attempt(other, emil), "there, but at the other table"
    house.seat(sheet, FOUR, by="Emil")
    assert not attempt(sheet, emil), "has left the table"
    called_alike = house.sheet(("Anna", "Bert", "Cilli", "Gustl"))
    assert not attempt(called_alike, Actor(house["Gustl"])), "it is a guest of the same name"
    assert not attempt(called_alike, Actor(house["Franz"]))
    attempt(called_alike, Actor(link=1))
    assert Entry.objects.get(sheet=called_alike).by is None, "by nobody in particular"


WRITERS: dict[str, Callable[[Actor, Sheet, Entry], object]] = {
    "correct": lambda actor, sheet, target: recording.correct(
        actor=actor, entry=uuid4(), sheet=sheet, known_seq=1, target=target, record={}, reason="x"
    ),
    "undo": lambda actor, sheet, target: recording.undo(actor=actor, entry=uuid4(), sheet=sheet, known_seq=1),
    "redo": lambda actor, sheet, target: recording.redo(actor=actor, entry=uuid4(), sheet=sheet, known_seq=1),
    "seat": lambda actor, sheet, target: recording.seat(
        actor=actor, entry=uuid4(), sheet=sheet, known_seq=1, people=[], dealer=0
    ),
    "consequences": lambda actor, sheet, target: consequences(
        Change(Act.TAKE_OUT, target), actor=actor, sheet=sheet, known_seq=1
    ),
}


def test_no_verb_of_a_sheet_forgets_to_ask(house: House) -> None:
    sheet = house.sheet(("Anna", "Bert", "Cilli", "Hilda"))
    target = house.play(sheet, dreier("Anna")).entry
    strangers = [Actor(house[name]) for name in ("Dora", "Emil", "Gustl", "Franz")]
    for write in WRITERS.values():
        for actor in (*strangers, Actor(link=7), Actor()):
            with pytest.raises(PermissionDenied):
                write(actor, now(sheet), target)
    assert Entry.objects.count() == 1


# Who sits there


def seat(house: House, sheet: Sheet, people: list[Person], dealer: int = 0) -> Written:
    about = {"sheet": sheet, "known_seq": now(sheet).seq, "people": people, "dealer": dealer}
    return recording.seat(actor=Actor(house["Anna"]), entry=uuid4(), **about)


def test_members_guests_and_typed_names_sit_down(house: House, sheet: Sheet) -> None:
    anna = int(ids(sheet)["Anna"])
    written = seat(
        house,
        sheet,
        [
            Person(participant=anna),
            Person(member=house.member("Hilda").pk),
            Person(name="  eM\u200bIL\ufe0f "),
            Person(name="Xaver"),
            Person(name="Dora"),
        ],
        dealer=3,
    )
    assert seated(sheet) == ["Anna", "Hilda", "Emil", "Xaver", "Dora"]
    assert dealing(sheet) == "Xaver"
    assert written.row is None
    there = {
        (str(participant.member or ""), participant.guest) for participant in sheet.evening.participants.all()
    }
    assert ("", "Xaver") in there
    assert ("Emil", "") in there
    assert len(there) == 7
    house.play(sheet, dreier("Dora"))
    assert totals(sheet)["Xaver"] == 0


def test_a_guest_who_sat_here_before_is_the_same_guest(house: House, sheet: Sheet) -> None:
    for names in ((*FOUR[:3], "Xaver"), FOUR, (*FOUR[:3], "XAVER")):
        house.seat(sheet, names)
    written = house.seat(sheet, (*FOUR[:3], "Xaver"), dealer=1)
    assert written.entry.record == {"event": "dealer", "dealer": ids(sheet)["Bert"]}, "nobody else sits there"
    written = house.seat(sheet, ("Xaver", *FOUR[:3]))
    assert written.entry.record["event"] == "seating", "they sit in another order"
    assert sheet.evening.participants.filter(member=None).count() == 1
    other = house.sheet(("Anna", "Xaver", "Emil", "Hilda"), evening=sheet.evening, name="2")
    assert ids(other)["Xaver"] in other.players


def test_four_to_six_different_people_sit_down_and_one_deals(house: House, sheet: Sheet) -> None:
    before = sheet.evening.participants.count()
    fourth = ("anna", "", "x" * 41, "null\0")
    for names in (FOUR[:3], (*FIVE, "Hilda", "Xaver"), *((*FOUR[:3], one) for one in fourth)):
        assert list(problems_of(house.seat, sheet, names)) == ["players"]
    for place in (4, -1):
        assert list(problems_of(house.seat, sheet, FOUR, place)) == ["dealer"]
    assert sheet.evening.participants.count() == before
    assert not Entry.objects.exists()


def test_who_is_not_active_or_of_another_evening_cannot_sit_down(house: House, sheet: Sheet) -> None:
    others = [Person(name=player) for player in FOUR[:3]]
    elsewhere = house.sheet(("Bert", "Cilli", "Dora", "Xaver"))
    for stranger in (
        Person(member=house.member("Gustl").pk),
        Person(member=house.other.members.get(name="Franz").pk),
        Person(participant=int(ids(elsewhere)["Xaver"])),
        Person(member=0),
    ):
        with pytest.raises(Refused):
            seat(house, sheet, [*others, stranger])


def test_nobody_looks_the_same_even_if_a_member_takes_a_guests_name(house: House) -> None:
    sheet = house.sheet(("Anna", "Bert", "Xaver", "Gustl"))
    people.add_members(actor=house["Anna"], deed=uuid4(), club=house.club, names=["Xaver"])
    house.seat(sheet, (*FOUR[:3], "Xaver"))
    assert len(set(sheet.evening.names().values())) == 6


def test_more_people_than_fit_never_sit_at_one_table(
    house: House, sheet: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording, "MOST_PEOPLE", 4)
    newcomer = {"newcomers": {"910000000000001": "Wirt"}}  # whom a phone without network names
    with refuses({"players": ["At most 4 people sit at one table."]}):
        house.play(sheet, seating(*FOUR[:3], "910000000000001", dealer="Anna") | newcomer)


# What the phone offers and reminds of


def test_a_hand_is_dealt_again_for_the_reasons_of_its_own_sheet() -> None:
    offered = {slug: reasons(rules, "en")["redeal"] for slug, rules in published().items()}
    misdealt, own = ["Misdealt", "A card lay open"], {slug: found[1:-1] for slug, found in offered.items()}
    assert all([found[0], found[-1]] == misdealt for found in offered.values())
    assert {slug: found for slug, found in own.items() if found} == {
        "karlsruhe": ["No tarock, if asked for"],
        "zwanzigerrufen": ["No tarock", "A Trull piece as the only tarock"],
    }


def test_what_is_forgotten_is_told_beside_the_settlement_and_keeps_nobody_from_saving(house: House) -> None:
    sheet, client = house.sheet(rules="zwanzigerrufen"), house.client("Anna")
    normal = {"contract": "normalspiel", "declarer": "Anna", "partner": "Cilli", "won": True}
    record = {"games": [normal], "premiums": [{"premium": "trull", "by": "Dora", "made": True}]}

    def preview() -> str:
        sent = {"record": in_ids(sheet, record)}
        answer = client.post(f"/sheets/{sheet.pk}/preview/", sent, "application/json").json()
        assert answer["problems"] == []
        return str(answer["settlement"])

    assert "Pflichtkontra" in preview()
    house.play(sheet, record)
    assert "Pflichtkontra" in preview()


# Whoever sits down where there is no network


def test_newcomers_whom_a_phone_names_sit_down_once(house: House, sheet: Sheet) -> None:
    """A member, a guest and somebody who is called like one who sits there; the phone has ids of its own."""
    there = ids(sheet)
    players = [*(there[name] for name in FOUR[:3]), "910000000000001", "910000000000002"]
    record = {"event": "seating", "players": players, "dealer": "910000000000002"}
    record["newcomers"] = {
        "910000000000001": " emil ",
        "910000000000002": "Gustl",
        "910000000000003": "Nobody",
    }
    actor = Actor(house.accounts["Anna"])
    asked: Any = {"actor": actor, "entry": uuid4(), "sheet": sheet, "known_seq": 0, "record": record}
    for _time in range(2):
        written = recording.add(**asked)
        names = now(sheet).evening.names()
        assert [names[player] for player in now(sheet).state.players] == [*FOUR[:3], "Emil", "Gustl"]
        assert names[written.ids_by_phone_id["910000000000002"]] == names[now(sheet).state.dealer] == "Gustl"
    assert "Nobody" not in names.values()
    assert sheet.entries.count() == 1
    twice = {**record, "newcomers": {"910000000000001": "Anna", "910000000000002": "Gustl"}}
    with pytest.raises(Illegal):
        recording.add(**{**asked, "entry": uuid4(), "known_seq": 1, "record": twice})
    wrong = {**record, "newcomers": {"910000000000001": "a, b", "910000000000002": ""}}
    with pytest.raises(Refused):
        recording.add(**{**asked, "entry": uuid4(), "known_seq": 1, "record": wrong})
    for odd in ({"players": [[]]}, {"players": players * 2}, {"newcomers": []}):
        with pytest.raises(Illegal):
            recording.add(**{**asked, "entry": uuid4(), "known_seq": 1, "record": {**record, **odd}})
    assert set(now(sheet).evening.names().values()) == {*FOUR, "Emil", "Gustl"}


def test_a_director_is_asked_whether_a_newcomer_becomes_a_member(house: House, sheet: Sheet) -> None:
    """Others who record are not asked, and nobody joins whom the hand does not name."""
    there = ids(sheet)
    assert "data-takes-in" in house.client("Anna").get(f"/sheets/{sheet.pk}/record/").content.decode()
    assert "data-takes-in" not in house.client("Dora").get(f"/sheets/{sheet.pk}/record/").content.decode()
    for number, (name, newcomer, joins) in enumerate(
        (("Dora", "Ludwig", False), ("Anna", "Wirt", True), ("Anna", "Hias", True))
    ):
        phone_id = f"91000000000000{number}"
        players = [*(there[name] for name in FOUR[:3]), there["Dora"], phone_id]
        record = {
            "event": "seating",
            "players": players,
            "dealer": phone_id,
            "newcomers": {phone_id: newcomer},
        }
        sent = {"id": str(uuid4()), "after": number, "record": record, "joins": [newcomer, "Nobody", 5]}
        for _time in range(2):
            answer = house.client(name).post(f"/sheets/{sheet.pk}/record/", sent, "application/json")
            assert answer.status_code == 200
        members = house.club.members.filter(name=newcomer)
        assert [member.participations.count() for member in members] == [1] * joins
    assert not house.club.members.filter(name="Nobody").exists()
