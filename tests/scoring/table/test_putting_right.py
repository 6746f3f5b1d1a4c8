"""What went wrong at a club's tables: the wrong people on a sheet, hands on the wrong sheet."""

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import translation

from scoring import clock
from scoring.deeds import Refusal
from scoring.evenings import verbs as evening_verbs
from scoring.models import Deed, Entry, Participant, Sheet
from scoring.table import putting_right, verbs
from scoring.table import verbs as recording
from scoring.table.arrivals import Person
from scoring.table.writing import Closed, Stale
from scoring.table_policy import Actor
from tests.support.pages import text_of
from tests.support.refusals import sentences_of
from tests.support.scoring.corrections import opened, take_out
from tests.support.scoring.house import HOUSE, House, english, ids, in_ids, now, seated
from tests.support.scoring.people import told_in_both_languages
from tests.support.scoring.recording import dealing, numbers, radl, totals, with_link
from tests.support.scoring.tables import FOUR, dealer, dreier, trischaken
from tests.support.scoring.verify import verified
from tests.support.stages import Stage


def three_hands(house: House) -> Sheet:
    """Anna, Bert and Anna again play alone; Dora deals the first."""
    sheet = opened(house)
    for declarer in ("Anna", "Bert", "Anna"):
        house.play(sheet, dreier(declarer))
    return sheet


PLAYED = Stage("sheet", three_hands, on=HOUSE)
sheet = PLAYED.fixture()


def hand(sheet: Sheet, number: int) -> Entry:
    return sheet.rows.select_related("entry").get(number=number).entry


def right(house: House, sheet: Sheet, wrong: str, who: str, number: int = 0, **further: Any) -> Sheet:
    """From hand `number` on; 0: from the first."""
    asked = {
        "actor": Actor(house["Anna"]),
        "deed": uuid4(),
        "known_seq": now(sheet).seq,
        "reason": "verwechselt",
    }
    asked |= {"wrong": ids(sheet)[wrong], "target": hand(sheet, number) if number else None}
    return putting_right.put_names_right(**{**asked, "sheet": sheet, "right": Person(name=who), **further})


@pytest.fixture(autouse=True)
def verify_finds_nothing(db: None) -> Iterator[None]:
    """Whatever a test did, the database is as if it had been written like that from the beginning.

    And the log tells it.
    """
    yield
    assert verified()[0] == 0
    for deed in Deed.objects.filter(verb__in=("put_names_right", "move_hands")):
        told_in_both_languages(deed)


def test_somebody_else_sat_there_from_the_first_hand(house: House, sheet: Sheet) -> None:
    right(house, sheet, "Bert", "Wirt")
    assert totals(sheet) == {"Anna": 25, "Cilli": -15, "Dora": -15, "Wirt": 5}
    assert seated(sheet) == ["Anna", "Wirt", "Cilli", "Dora"]
    right(house, sheet, "Wirt", "Emil", 1)  # by its number, which is the same
    assert totals(sheet) == {"Anna": 25, "Cilli": -15, "Dora": -15, "Emil": 5}
    named = house.just_play("Anna", *FOUR)
    right(house, named, "Bert", "Emil")
    assert now(named).name == "Anna · Emil · Cilli · Dora"


def test_who_sat_down_as_somebody_else_never_did(house: House, sheet: Sheet) -> None:
    """Seated before the fourth hand, put right from there on: whoever was written has no column."""
    house.seat(sheet, ("Anna", "Bert", "Cilli", "Gast"), 3)
    house.play(sheet, dreier("Gast"))
    right(house, sheet, "Gast", "Emil", 4)
    assert totals(sheet) == {"Anna": 20, "Bert": 0, "Cilli": -20, "Dora": -15, "Emil": 15}
    assert dealing(sheet) == "Anna"


def test_two_who_both_sat_there_change_names(house: House, sheet: Sheet) -> None:
    right(house, sheet, "Anna", "Bert", 3)
    assert totals(sheet) == {"Anna": 5, "Bert": 25, "Cilli": -15, "Dora": -15}
    assert seated(sheet) == ["Bert", "Anna", "Cilli", "Dora"]
    assert dealing(sheet) == "Cilli"


def test_right_names_are_taken_back_and_no_phone_passes_over_that(house: House, sheet: Sheet) -> None:
    before, asked = totals(sheet), {"actor": Actor(house["Anna"]), "entry": uuid4(), "sheet": sheet}
    for number in (0, 2):
        right(house, sheet, "Bert", "Emil", number)
        seen = now(sheet).seq
        take_out(house, sheet, sheet.entries.current().get(record__event="people"))
        with pytest.raises(Stale):
            recording.add(known_seq=seen, record=in_ids(sheet, dreier("Anna")), **asked)
        assert totals(sheet) == before
        assert seated(sheet) == list(FOUR)


def test_a_hand_from_a_phone_that_has_not_seen_it_is_theirs(house: House, sheet: Sheet) -> None:
    seen = now(sheet).seq
    record = in_ids(sheet, dreier("Bert"))
    right(house, sheet, "Bert", "Emil", 2)
    assert totals(sheet) == {"Anna": 25, "Bert": -5, "Cilli": -15, "Dora": -15, "Emil": 10}
    assert seated(sheet) == ["Anna", "Emil", "Cilli", "Dora"]
    recording.add(actor=Actor(house["Anna"]), entry=uuid4(), sheet=sheet, known_seq=seen, record=record)
    assert totals(sheet)["Emil"] == 25


def test_what_is_refused_and_why(house: House, sheet: Sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(putting_right, "MOST_PEOPLE", 4)
    Participant.objects.create(evening=sheet.evening, member=house.member("Emil"))
    for wrong, who, said in (
        ("Bert", "Bert", "Please choose somebody else."),
        ("Emil", "Hilda", "Emil did not sit at this table from that point on."),
        ("Bert", "", "Please give a name."),
        ("Bert", "Wirt", "At most 4 people sit at one table."),
    ):
        assert sentences_of(right, house, sheet, wrong, who, 2) == [said]
    house.do(evening_verbs.close_evening, by="Anna", evening=sheet.evening)
    with pytest.raises(Closed):
        right(house, sheet, "Bert", "Emil")


# Hands on the wrong sheet


def second_table(house: House) -> tuple[Sheet, Sheet]:
    """The same people sat down twice, and both sheets were written on."""
    evening = house.evening()
    first, second = (house.sheet(evening=evening, name=name) for name in ("1", "2"))
    house.play(first, trischaken("Anna"))
    house.play(second, dreier("Cilli"))
    house.play(first, dreier("Anna"))
    house.play(second, dreier("Dora"))
    return first, second


def move(house: House, sheet: Sheet, to: Sheet, *hands: Entry, by: str = "Anna", **further: Any) -> Sheet:
    asked = {
        "known_seq": now(sheet).seq,
        "target_known_seq": now(to).seq,
        "keep_deal": False,
        "reason": "falscher Tisch",
    }
    asked |= {"hands": [hand.pk for hand in hands], "sheet": sheet, "to": to, "deed": uuid4()}
    return putting_right.move_hands(**{"actor": Actor(house[by]), **asked, **further})


def test_a_hand_is_moved_to_where_it_was_played_in_time(house: House) -> None:
    """When it was entered, however late a phone has sent it."""
    first, second = second_table(house)
    early = clock.now() - timedelta(hours=1)
    about: dict[str, Any] = {"actor": Actor(house["Anna"]), "entry": uuid4(), "sheet": first}
    verbs.add(**about, known_seq=2, record=in_ids(first, dreier("Bert")), entered=early)
    move(house, first, second, hand(first, 2))
    assert (numbers(first), numbers(second)) == ([1, 2], [1, 2, 3])
    assert radl(second) == "---"
    assert f"{dealing(first)} {dealing(second)}" == "Bert Cilli"
    move(house, first, second, hand(first, 2), keep_deal=True)
    assert f"{dealing(first)} {dealing(second)}" == "Bert Cilli", "where that is asked it goes on as written"
    names = second.evening.names()
    declarers = [
        names[entry.record["games"][0]["declarer"]] for entry in second.entries.current() if entry.is_hand
    ]
    assert declarers == ["Bert", "Cilli", "Anna", "Dora"]


def test_several_are_moved_at_once_and_back(house: House) -> None:
    first, second = second_table(house)
    before = totals(first), totals(second)
    assert (radl(first), radl(second)) == ("-R", "--")
    move(house, first, second, hand(first, 1), hand(first, 2))
    assert (numbers(first), numbers(second), radl(second)) == ([], [1, 2, 3, 4], "-RRR")
    move(house, second, first, hand(second, 1), hand(second, 3))
    assert (totals(first), totals(second)) == before


def test_where_it_was_said_who_deals_next_nothing_is_written_to_keep_the_deal(house: House) -> None:
    first, second = second_table(house)
    house.play(first, dealer("Cilli"))
    move(house, first, second, hand(first, 2), keep_deal=True)
    assert dealing(first) == "Cilli"
    assert first.entries.filter(record__event="dealer").count() == 1


def refused(house: House, *about: Any, **further: Any) -> Sequence[str]:
    with translation.override("en"), pytest.raises(Refusal) as refusal:
        move(house, *about, **further)
    return refusal.value.sentences


def test_a_hand_that_the_other_rules_do_not_know_stays(house: House) -> None:
    first = house.sheet(rules="standard")
    people = [Person(name=name) for name in FOUR]
    about = {"evening": first.evening, "name": "2", "people": people, "high_card": 0}
    other = house.do(evening_verbs.open_sheet, by="Anna", rules="zwanzigerrufen", **about)
    house.play(first, trischaken("Anna"))
    said = '“2”, hand 1 would not be valid: This sheet does not know the game "trischaken".'
    assert refused(house, first, other, hand(first, 1)) == [said]
    house.play(first, {"games": [{"contract": "dreier", "declarer": "Anna", "points": "41/2"}]})
    [said] = refused(house, first, other, hand(first, 2))
    assert said.startswith("This cannot be played at “2”: ")
    assert (numbers(first), numbers(other)) == ([1, 2], [])


def test_what_else_is_refused(house: House, sheet: Sheet) -> None:
    others = house.sheet(("Emil", "Hilda", "Wirt", "Gast"), evening=sheet.evening, name="3")
    [said] = refused(house, sheet, others, hand(sheet, 1))
    assert said.startswith("“3”, hand 1 would not be valid: ")
    elsewhere = house.sheet(evening=house.evening())
    assert refused(house, sheet, elsewhere, hand(sheet, 1)) == [
        "Please choose another table of the same evening."
    ]
    other = house.sheet(evening=sheet.evening, name="2")
    assert refused(house, sheet, other) == ["Please choose at least one hand."]
    deals = house.play(sheet, dealer("Cilli")).entry
    assert refused(house, sheet, other, deals) == [
        "Only hands can be moved; the seating stays with its table."
    ]
    with pytest.raises(PermissionDenied):
        move(house, sheet, other, hand(sheet, 1), actor=Actor(link=sheet.record_link))
    gone = hand(sheet, 3)
    take_out(house, sheet, gone)
    with pytest.raises(Stale):
        move(house, sheet, other, gone, hand(sheet, 1))
    with pytest.raises(Stale):  # something was entered there since
        move(house, sheet, other, hand(sheet, 1), target_known_seq=now(other).seq + 1)
    house.do(evening_verbs.close_sheet, by="Anna", sheet=other)
    with pytest.raises(Closed):
        move(house, sheet, other, hand(sheet, 1))


# On the pages


def pressed(page: Any, **further: str) -> dict[str, str]:
    """What the form of a page sends; `further` says which button, and what was typed."""
    form = page.content.decode().partition("<main")[2]
    hidden = re.findall(r'<input type="hidden" name="([a-z]+)" value="([^"]*)"', form)
    return {name: value for name, value in hidden if name != "csrfmiddlewaretoken"} | further


def test_the_seats_lead_to_the_right_name_in_five_taps(house: House, sheet: Sheet) -> None:
    """Seats and dealer; somebody else; Gast; Emil; save: since when is known from who sat down."""
    house.seat(sheet, ("Anna", "Bert", "Cilli", "Gast"), 3)
    for _hand in range(3):
        house.play(sheet, dreier("Gast"))
    cilli, who = english(house, "Cilli"), ids(sheet)
    seats = cilli.get(reverse("scoring:seating", args=[sheet.pk]))
    address = reverse("scoring:right_names", args=[sheet.pk])
    assert f'{address}"' in seats.content.decode()
    assert f"{address}?wrong={who['Gast']}" in cilli.get(address).content.decode()
    asked = cilli.get(address, {"wrong": who["Gast"]})
    emil = f"m{house.member('Emil').pk}"
    assert f'value="{emil}"' in asked.content.decode()
    shown = cilli.post(address, pressed(asked, right=emil))
    said = text_of(shown)
    assert "Written as Gast, really Emil." in said
    assert "Emil 0 +45" in said
    assert str(hand(sheet, 4).pk) == re.search(r'value="([^"]*)" selected', shown.content.decode())[1]
    fields = pressed(shown, step="save", since=str(hand(sheet, 4).pk), reason="verwechselt")
    assert cilli.post(address, fields).status_code == 302
    assert totals(sheet)["Emil"] == 45
    assert "Gast" not in totals(sheet)


def test_the_page_of_a_hand_leads_to_who_sat_there_from_it_on(house: House, sheet: Sheet) -> None:
    cilli, since = english(house, "Cilli"), f"since={hand(sheet, 2).pk}"
    to = f"{reverse('scoring:right_names', args=[sheet.pk])}?{since}"
    assert to in cilli.get(reverse("scoring:hand", args=[sheet.pk, hand(sheet, 2).pk])).content.decode()
    assert f"wrong={ids(sheet)['Bert']}&amp;{since}" in cilli.get(to).content.decode()


def test_a_phone_with_the_link_names_who_sat_there_and_guests(house: House, sheet: Sheet) -> None:
    phone = with_link(sheet, "record")
    page = phone.get(reverse("scoring:right_names", args=[sheet.pk]), {"wrong": ids(sheet)["Bert"]})
    assert "Hilda" not in page.content.decode()
    address = reverse("scoring:right_names", args=[sheet.pk])
    fields = pressed(page, name="Wirt", since="", reason="verwechselt", step="save")
    assert phone.post(address, fields).status_code == 302
    assert totals(sheet)["Wirt"] == 5


def test_a_hand_is_moved_in_four_taps(house: House) -> None:
    """The hand; played at another table; which; save."""
    first, second = second_table(house)
    cilli = english(house, "Cilli")
    address = reverse("scoring:move_hands", args=[first.pk])
    asked = cilli.get(address, {"hand": str(hand(first, 1).pk)})
    shown = cilli.post(address, pressed(asked, to=str(second.pk), hand=str(hand(first, 1).pk)))
    said = text_of(shown)
    assert "Goes from here: hand 1." in said
    assert "Comes here as hand 1." in said
    assert "Radl simple → doubled" in said
    fields = pressed(shown, step="save", deal="move", reason="falscher Tisch")
    overtaken = cilli.post(address, fields | {"there": "1"})
    assert "Something has been entered at this table in the meantime." in text_of(overtaken)
    assert cilli.post(address, fields)["Location"] == f"/sheets/{second.pk}/"
    assert (numbers(first), numbers(second)) == ([1], [1, 2, 3])
