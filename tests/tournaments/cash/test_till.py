"""The end of the day: who owes is marked as paid, prize money goes out at once, the till is counted."""

import re
from html import unescape as unescaped
from uuid import uuid4

import pytest

from tests.support.pages import html_at, text_of
from tests.support.tournaments.playing import Hands, Playing, address, log_of
from tests.support.tournaments.prizes import pay, tied
from tests.support.tournaments.standings import of
from tournaments.cash import verbs as cash
from tournaments.cash.pages import money_of
from tournaments.duties import give_duty
from tournaments.export.pages import figures_of_fees
from tournaments.models import CashEntry, Duty, Prize
from tournaments.prizes import verbs as prizes

__all__ = ["tied"]
pytestmark = pytest.mark.usefixtures("english", "watch")


def till(playing: Playing) -> int:
    day = money_of(of(playing))
    assert cash.in_the_till(of(playing)) == day.sum.result
    return day.sum.result


def given(playing: Playing) -> list[tuple[str, str, int | None]]:
    names = playing.names()
    return [
        (prize.name, names[str(prize.taken_by.participant_id)] if prize.taken_by else "", prize.amount)
        for prize in Prize.objects.filter(removed_at=None).order_by("position")
    ]


def test_prize_money_goes_out_in_order_at_once_and_the_counted_till_says_what_is_missing(
    tied: Playing, watch: Hands
) -> None:
    """Bert is first, six people share the second and third prize, 50.01 in all: three of them get 8.34."""
    tied.do(give_duty, name="Emil", kind=Duty.Kind.CASHIER)
    anna, bert = tied.entrant("Anna").pk, tied.entrant("Bert").pk
    owed = tied.told("take_money", pay=f"1 {anna}", by="Emil")
    assert "Undo: Anna, round 1, €3.00" in owed
    assert "Bert round 1 €3.00" in owed
    undone = tied.told("take_money", undo=f"1 {anna}")
    assert "Anna round 1 €3.00" in undone
    assert "Undo: Bert, round 1, €3.00" in tied.told("take_money", pay=f"1 {bert}", back="people")
    tied.do(cash.note_cash, kind=CashEntry.Kind.IN, name="Wechselgeld", cents=12000)
    for position in (1, 2, 3):
        tied.do(prizes.remove_prize, position=position)
    for name, cents in (("Geld 1", 5000), ("Geld 2", 3000), ("Geld 3", 2001), ("Kalender", None)):
        tied.do(prizes.add_prize, name=name, cents=cents)
    director = tied.client()
    here = address(tied, "pay_out", 1)
    assert "Pay out all prize money" in tied.read("prizes", 1)
    page = html_at(director, here)
    assert "Pay out €100.01" in page
    assert "Anna gets €0.01 more." in page
    assert re.findall(r'name="position"\s+value="(\d+)"', page) == ["4", "5", "6"]
    looked = re.findall('name="looked" value="(.*?)"', page)[0]
    one_less = {"do": "save", "position": ["4", "5"], "looked": looked}
    asked = text_of(director.post(here, {"deed": uuid4(), **one_less}, follow=True))
    assert "Please look at what changes, then save." in asked
    whole = {"deed": uuid4(), "do": "save", "position": ["4", "5", "6"], "looked": unescaped(looked)}
    for _twice in range(2):
        assert "Paid out." in text_of(director.post(here, whole, follow=True))
    share = "Shared prize money, place 2"
    assert given(tied) == [
        ("Geld 1", "Bert", 5000),
        ("Geld 2", "Anna", 834),
        ("Geld 3", "Cilli", 834),
        ("Kalender", "", None),
        (share, "Emil", 834),
        *((share, f"Gast {number}", 833) for number in (1, 2, 3)),
    ]
    assert till(tied) == 300 + 12000 - 10001
    [told] = log_of("pay_out")
    assert told.startswith(
        "paid out the prize money (Herbstturnier, round 1), €100.01: Bert €50.00, Anna €8.34"
    )
    shown = tied.read("prizes", 1)
    assert "Geld 2 · €8.34 Anna (given by hand) · shared, of €30.00" in shown
    undo = "Undo: the 7 prizes that were paid at once"
    assert undo in shown
    pks = " ".join(str(prize.pk) for prize in Prize.objects.filter(taken_by__isnull=False))
    assert undo not in tied.told("take_back_payout", 1, prizes=pks)
    assert given(tied) == [
        ("Geld 1", "", 5000),
        ("Geld 2", "", 3000),
        ("Geld 3", "", 2001),
        ("Kalender", "", None),
    ]
    director.post(here, {**whole, "deed": uuid4()})
    watch.forward(minutes=1)
    counted = tied.told("money", count="yes", cents="22,49", by="Emil")
    assert "The cash is closed." in counted
    assert "In the till €22.49 Should have been €22.99 Difference −€0.50" in counted
    assert log_of("count_till") == [
        "closed the cash of “Herbstturnier”: counted €22.49, should have been €22.99"
    ]
    pay(tied, "Anna")
    changed = tied.read("money")
    assert "Since then the till has changed by €3.00. Please count again." in changed
    watch.forward(minutes=1)
    anew = tied.told("money", count="yes", cents="25.99")
    assert "In the till €25.99 Should have been €25.99 Difference €0.00" in anew
    assert "Please count again" not in anew
    assert "Counted before" in anew
    lines = [row[2] for row in figures_of_fees(money_of(of(tied)), "x").rows]
    assert lines[-2:] == [
        "Till counted: €22.49, should have been €22.99, difference −€0.50",
        "Till counted: €25.99, should have been €25.99, difference €0.00",
    ]
    assert "An amount such as 12 or 7.50, please." in tied.told("money", count="yes", cents="viel")
