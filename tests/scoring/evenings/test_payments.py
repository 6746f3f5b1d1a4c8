"""What is paid of an evening: ticked, in part, taken back, with what was open before; and its story."""

import html
import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from itertools import combinations
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import translation

from scoring.accounts import guests
from scoring.accounts import verbs as people
from scoring.capability import log_line
from scoring.clubs.privacy.stored import stored_about
from scoring.deeds import Refused
from scoring.engine.money import Payment
from scoring.evenings import payments
from scoring.evenings import verbs as evening_verbs
from scoring.evenings.export import workbook_of_evening
from scoring.evenings.pages.payments import ShownPayments, open_balance, payments_of
from scoring.evenings.pages.settling import settling_of, sheets_of
from scoring.evenings.payments import tickers
from scoring.evenings.totals import Total, record_totals
from scoring.models import Club, Deed, Evening, SettledPayment
from scoring.sharing import verbs as sharing_verbs
from scoring.table.arrivals import Person
from tests.support.pages import html_at, text_at
from tests.support.scoring.corrections import correct
from tests.support.scoring.house import House, english
from tests.support.scoring.payments import kept
from tests.support.scoring.people import told_in_both_languages
from tests.support.scoring.tables import FOUR, dreier, hand
from tests.support.scoring.verify import verified


def played(house: House, names: tuple[str, ...] = FOUR, *, closed: bool = True, **about: Any) -> Evening:
    """An evening at which Bert wins 15: three owe him 50 cents each."""
    evening = house.evening(**about)
    house.play(house.sheet(names, evening=evening), dreier("Bert"))
    if closed:
        close(house, evening)
    return evening


def close(house: House, evening: Evening) -> None:
    house.do(evening_verbs.close_evening, by="Anna", evening=evening)


def shown(house: House, evening: Evening, by: str = "Anna") -> ShownPayments:
    evening = Evening.objects.get(pk=evening.pk)
    evening.club = club_of(house, by)
    settling = settling_of(evening, sheets_of(evening), "en")
    ticker = tickers(house.member(by).pk, house[by], [evening.pk])[evening.pk]
    return payments_of(evening, settling, ticker, ended=not evening.is_open)


def club_of(house: House, by: str = "Anna") -> Club:
    club = Club.called(house.club.slug, house[by])
    assert club is not None
    return club


def owed(house: House) -> list[tuple[str, str, int]]:
    """Who of the club still owes whom."""
    return sorted(lines(open_balance(club_of(house), house["Anna"]).payments))


def numbers(house: House) -> dict[str, int]:
    """What everybody still gets or owes."""
    return {each.name: each.cents for each in open_balance(club_of(house), house["Anna"]).numbers}


def lines(found: Any) -> list[tuple[str, str, int]]:
    return [(line.payer, line.payee, line.cents) for line in found]


def open_at(house: House, evening: Evening) -> list[tuple[str, str, int]]:
    return sorted(lines(shown(house, evening).open))


def asked(evening: Evening, payer: str, payee: str, cents: int) -> Payment:
    by_name = {name: person for person, name in evening.names().items()}
    return Payment(by_name[payer], by_name[payee], cents)


def settle(
    house: House, evening: Evening, payer: str, payee: str = "Bert", cents: int = 50, **about: Any
) -> SettledPayment:
    about = {"by": "Anna", **about}
    payment = asked(evening, payer, payee, cents)
    house.do(payments.settle_payments, evening=evening, payments=[payment], **about)
    return SettledPayment.objects.latest("pk")


def settled_money(evening: Evening, name: str) -> str:
    settling = settling_of(Evening.objects.get(pk=evening.pk), sheets_of(evening), "en")
    return next(share.money for share in settling.people if share.name == name)


def refused(act: Callable[..., Any], *args: Any, **about: Any) -> str:
    with pytest.raises(Refused) as why:
        act(*args, **about)
    return " ".join(why.value.sentences)


def test_however_many_payments_are_ticked_all_are_settled(house: House) -> None:
    evening = played(house)
    path = reverse("scoring:settle_payments", args=[house.club.slug, evening.pk])
    ticked = [f"{payer}-{payer + 1}-10" for payer in range(1, 121)]
    with patch.object(payments, "settle_payments", side_effect=Refused(form=["Halt."])) as settle:
        house.client("Anna").post(path, {"deed": uuid4(), "payment": ticked})
    assert len(settle.call_args.kwargs["payments"]) == len(ticked)


def test_a_tick_says_who_and_when_and_is_taken_back(house: House) -> None:
    evening = played(house)
    row = settle(house, evening, "Cilli", by="Bert")
    assert open_at(house, evening) == [("Anna", "Bert", 50), ("Dora", "Bert", 50)]
    text = text_at(english(house, "Emil"), evening.get_absolute_url())
    assert re.search(r"Cilli → pays Bert €0\.50 paid · Bert, \d+ \w+ \d+, \d\d:\d\d", text)
    house.do(payments.untick_payment, by="Cilli", payment=row)
    assert len(open_at(house, evening)) == 3
    row.refresh_from_db()
    assert (row.cents, row.by.name, row.taken_back_by and row.taken_back_by.name) == (50, "Bert", "Cilli")
    told = [log_line(deed) for deed in Deed.objects.filter(verb="untick_payment")]
    assert len(told) == 1
    assert "Cilli → Bert" in told[0]
    assert verified()[0] == 0
    SettledPayment.objects.update(by=house.other.members.latest("pk"))
    assert verified()[1][0].startswith("settled payment, Who: expected club ")


def test_whoever_records_and_the_two_concerned_tick_and_nobody_else(house: House) -> None:
    """Bert directs, Cilli writes, Emil owes; Dora, who judges, was not there, and Franz is a stranger."""
    evening = played(house, ("Bert", "Emil", "Hilda", "Karl"))
    for nobody in ("Dora", "Franz"):
        with pytest.raises(PermissionDenied):
            settle(house, evening, "Emil", by=nobody)
    assert not any(line.may_tick for line in shown(house, evening, by="Dora").open)
    settle(house, evening, "Karl", by="Cilli")  # a guest without an account
    settle(house, evening, "Emil", by="Emil")
    assert lines(shown(house, evening).open) == [("Hilda", "Bert", 50)]


def test_after_a_correction_the_difference_is_owed(house: House) -> None:
    """The Dreier had a Kontra: three owe 1,00 instead of 0,50. Cilli had paid, and owes 0,50 more."""
    evening = house.evening()
    sheet = house.sheet(evening=evening)
    entry = house.play(sheet, dreier("Bert")).entry
    settle(house, evening, "Cilli")
    correct(house, sheet, entry, hand("dreier", "Bert", won=True, kontra="kontra"), reason="Kontra")
    close(house, evening)
    assert open_at(house, evening) == [("Anna", "Bert", 100), ("Cilli", "Bert", 50), ("Dora", "Bert", 100)]
    [of_cilli] = [line for line in shown(house, evening).open if line.payer == "Cilli"]
    assert of_cilli.whole == 100
    why = refused(settle, house, evening, "Cilli", cents=100)
    assert "geändert" in why
    settle(house, evening, "Cilli", cents=50)
    assert open_at(house, evening) == [("Anna", "Bert", 100), ("Dora", "Bert", 100)]


def test_two_tables_and_cents_are_paid_as_they_are_settled(house: House) -> None:
    evening = house.evening("treffpunkt-skoty")
    house.play(house.sheet(evening=evening, name="1", rules="treffpunkt-skoty"), dreier("Bert"))
    second = house.sheet(("Anna", "Emil", "Hilda", "Karl"), evening=evening, name="2")
    house.play(second, dreier("Karl"))
    close(house, evening)
    before = shown(house, evening).open
    for line in before[::-1]:
        settle(house, evening, line.payer, line.payee, line.cents)
        rest = sorted(lines(shown(house, evening).open))
        assert set(rest) < set(lines(before))  # no other payment comes up
    assert not shown(house, evening).open


def test_two_phones_at_once_tick_once_and_the_second_is_told_who_was_quicker(house: House) -> None:
    evening = played(house)
    twice = [asked(evening, "Cilli", "Bert", 50)] * 2
    assert refused(house.do, payments.settle_payments, by="Anna", evening=evening, payments=twice)
    assert not SettledPayment.objects.exists(), "not twice in one go"
    settle(house, evening, "Cilli")
    SettledPayment.objects.update(at=datetime(2026, 7, 1, 22, 30, tzinfo=UTC))
    assert "Anna hat das schon um 00:30" in refused(settle, house, evening, "Cilli", by="Bert")
    row = SettledPayment.objects.get()
    house.do(payments.untick_payment, by="Bert", payment=row)
    assert refused(house.do, payments.untick_payment, by="Anna", payment=row)


def test_a_table_that_plays_by_itself_leaves_its_debts_like_an_evening(house: House) -> None:
    sheet = house.just_play("Anna", *FOUR, counts=False)
    house.play(sheet, dreier("Bert"))
    house.do(evening_verbs.close_sheet, by="Anna", sheet=sheet)
    assert "this evening leaves no debt" in text_at(english(house, "Anna"), sheet.evening.get_absolute_url())
    settle(house, sheet.evening, "Cilli")
    assert owed(house) == [("Anna", "Bert", 50), ("Dora", "Bert", 50)]


def test_amounts_that_can_still_change_are_ticked_and_no_debts_yet(house: House) -> None:
    evening = played(house, closed=False)
    settle(house, evening, "Cilli")
    assert owed(house) == []
    close(house, evening)
    assert owed(house) == [("Anna", "Bert", 50), ("Dora", "Bert", 50)]


def kept_row(house: House, evening: Evening, payer: str, way: str, **about: Any) -> SettledPayment:
    return kept(evening, asked(evening, payer, "Bert", 50), way, house.member("Anna"), **about)


def test_what_was_carried_on_or_taken_over_by_the_kitty_is_owed_as_before(house: House) -> None:
    """Of four debts to Bert one was carried on, one carried on and paid, two taken over, one of them paid."""
    evening = played(house, ("Anna", "Bert", "Cilli", "Karl"))
    second = played(house, ("Dora", "Bert", "Emil", "Hilda"))
    kept_row(house, evening, "Anna", "carried")
    carried = kept_row(house, evening, "Cilli", "carried")
    kept_row(house, evening, "Cilli", "paid", settles=carried)
    assert "zuerst" in refused(house.do, payments.untick_payment, by="Anna", payment=carried)
    kitty = kept_row(house, evening, "Karl", "kitty")
    assert numbers(house) == {"Anna": -50, "Karl": -50, "Bert": 50, "Klubkassa": 50}
    kept_row(house, second, "Dora", "paid", settles=kept_row(house, second, "Dora", "kitty"))
    emil = kept_row(house, second, "Emil", "paid")
    house.do(payments.untick_payment, by="Anna", payment=emil)
    assert numbers(house) == {
        "Anna": -50,
        "Karl": -50,
        "Emil": -50,
        "Hilda": -50,
        "Bert": 150,
        "Klubkassa": 50,
    }
    page = text_at(english(house, "Anna"), evening.get_absolute_url())
    assert "Karl → Bert, €0.50: owed to the club’s kitty" in page
    assert "Anna → Bert, €0.50: carried to the next evening" in page
    before = numbers(house)
    house.do(evening_verbs.reopen_evening, by="Anna", evening=evening, reason="Ein Gast fehlt")
    assert numbers(house) == before, "also while the evening is open again"
    close(house, evening)
    house.do(payments.untick_payment, by="Anna", payment=kitty)
    assert "Klubkassa" not in numbers(house)
    house.do(people.deactivate_member, by="Anna", member=house.member("Hilda"))
    assert numbers(house)["Hilda"] == -50
    karl = evening.participants.get(guest="Karl")
    house.do(guests.admit_guest, by="Anna", club=house.club, participants=[karl.pk], name="Karl")
    assert numbers(house)["Karl"] == -50


SIX = ("Anna", "Bert", "Cilli", "Dora", "Emil", "Hilda")


def fewest(cents: dict[str, int]) -> int:
    """Return how few payments settle these amounts, by trying all ways to part the people into groups."""
    people_left = [name for name, amount in cents.items() if amount]
    if not people_left:
        return 0
    first, *others = people_left
    best = len(people_left) - 1
    for size in range(1, len(others)):
        for chosen in combinations(others, size):
            group = {first, *chosen}
            if sum(cents[name] for name in group) == 0:
                rest = {name: amount for name, amount in cents.items() if name not in group}
                best = min(best, size + fewest(rest))
    return best


def test_three_evenings_with_ticks_parts_and_somebody_missing_come_to_one_number_each(house: House) -> None:
    """Each Dreier is 15 points, so 1,50, for whoever wins it, and 50 cents less for each of the others."""
    first = played(house, date=date(2026, 3, 2))
    second = played(house, SIX[1:5], date=date(2026, 3, 9))
    own = {"Bert": 300, "Anna": -50, "Cilli": -100, "Dora": -100, "Emil": -50}
    settle(house, first, "Cilli")
    own = {**own, "Cilli": -50, "Bert": 250}
    assert numbers(house) == {"Anna": -50, "Dora": -50, "Bert": 100}, "nobody has ticked at the second"
    settle(house, second, "Dora", cents=100, part=20)
    own = {**own, "Dora": -80, "Bert": 230}
    assert numbers(house) == own
    third = house.evening(date=date(2026, 3, 16))
    sheet = house.sheet(("Anna", "Cilli", "Dora", "Hilda"), evening=third)
    house.play(sheet, dreier("Anna"))
    house.play(sheet, dreier("Hilda"))
    close(house, third)
    tonight = {"Anna": 100, "Cilli": -100, "Dora": -100, "Hilda": 100}
    present = {name: own.get(name, 0) + won for name, won in tonight.items()}
    assert present == {"Anna": 50, "Cilli": -150, "Dora": -180, "Hilda": 100}
    plan = shown(house, third)
    paid = dict.fromkeys(present, 0)
    for payer, payee, cents in lines(plan.open):
        paid[payer] -= cents
        paid[payee] += cents
    assert paid == {"Anna": 50, "Hilda": 100, "Cilli": 0, "Dora": -150}
    assert len(plan.open) == fewest(paid)
    assert dict(plan.staying) == {"Cilli": "−1,50\xa0€", "Dora": "−0,30\xa0€"}, "Bert and Emil are not here"
    page = text_at(english(house, "Anna"), third.get_absolute_url())
    assert "€0.80 of it from before" in page
    assert "Cilli this evening −€1.00, before −€0.50" in page
    for line in plan.open:
        row = settle(house, third, line.payer, line.payee, line.cents)
        assert row.with_earlier
    own = {"Bert": 230, "Cilli": -150, "Dora": -30, "Emil": -50}
    assert numbers(house) == own
    house.do(evening_verbs.reopen_evening, by="Anna", evening=third, reason="Ein Gast fehlt")
    assert numbers(house) == own, "what was paid there for earlier evenings stays paid"
    assert not shown(house, third).open
    close(house, third)
    assert not shown(house, third).open
    assert shown(house, second).plan.is_elsewhere
    assert "is among the open amounts of the club" in text_at(
        english(house, "Anna"), second.get_absolute_url()
    )
    assert len(owed(house)) == fewest(own)
    assert sum(line.cents for line in open_balance(club_of(house), house["Anna"]).payments) == 230
    assert "Sie bekommen noch 2,30" in text_at(house.client("Bert"), house.club.get_absolute_url())
    assert "Sie zahlen noch 1,50" in text_at(house.client("Cilli"), house.club.get_absolute_url())


def who_owes(house: House, evening: Evening) -> dict[str, int]:
    return {payer: cents for payer, _payee, cents in open_at(house, evening)}


def test_what_was_open_before_is_left_out_or_closed_in_one_tap(house: House) -> None:
    settle(house, played(house, date=date(2026, 3, 2)), "Cilli")
    later = played(house, date=date(2026, 3, 9))
    assert who_owes(house, later) == {"Anna": 100, "Cilli": 50, "Dora": 100}
    house.do(payments.leave_out_earlier, by="Cilli", evening=later, leaves_out=True)
    assert who_owes(house, later) == {"Anna": 50, "Cilli": 50, "Dora": 50}
    with pytest.raises(PermissionDenied):
        house.do(payments.leave_out_earlier, by="Emil", evening=later, leaves_out=False)
    house.do(payments.leave_out_earlier, by="Anna", evening=later, leaves_out=False)
    client = english(house, "Anna")
    where = reverse("scoring:close_earlier", args=[house.club.slug])
    client.post(where, {"deed": str(uuid4()), "before": "2026-03-09"})
    assert who_owes(house, later) == {"Anna": 50, "Cilli": 50, "Dora": 50}
    assert numbers(house) == {}
    page = text_at(client, house.club.get_absolute_url())
    assert "All that was open before 9 Mar 2026 counts as paid." in page
    for day in ("", "gestern", "2026-02-31"):
        page = client.post(where, {"deed": str(uuid4()), "before": day}, follow=True).content.decode()
        assert "Please give the date, such as 24.12.2026." in page
        assert numbers(house) == {}, "nothing counts again"
    assert client.post(where, {"deed": str(uuid4()), "undo": "yes"}).status_code == 302
    assert numbers(house) == {"Anna": -50, "Dora": -50, "Bert": 100}
    settle(house, later, "Anna", cents=100)
    with pytest.raises(Refused, match="ein späteres Datum"):
        house.do(payments.close_earlier, by="Anna", club=house.club, before=date(2026, 3, 9))
    with pytest.raises(Refused, match="zurücknehmen"):
        house.do(payments.leave_out_earlier, by="Anna", evening=later, leaves_out=True)
    for deed in house.club.deeds.filter(verb__in=("leave_out_earlier", "close_earlier")):
        told_in_both_languages(deed)


def test_others_can_pay_what_is_open_at_an_evening_that_was_paid_by_itself(house: House) -> None:
    """Anna, who was not at the newest evening, pays what she owes of the one before: it is noted there."""
    settle(house, played(house, date=date(2026, 3, 2)), "Cilli")
    later = played(house, ("Bert", "Emil", "Hilda", "Karl"), date=date(2026, 3, 9))
    house.do(payments.leave_out_earlier, by="Anna", evening=later, leaves_out=True)
    settle(house, later, "Emil")
    [line] = [one for one in open_balance(club_of(house), house["Anna"]).payments if one.payer == "Anna"]
    english(house, "Anna").post(line.tick_address, {"deed": str(uuid4()), "payment": line.form_value})
    assert numbers(house) == {"Dora": -50, "Hilda": -50, "Karl": -50, "Bert": 150}
    assert open_at(house, later) == [("Hilda", "Bert", 50), ("Karl", "Bert", 50)]
    assert "Anna → pays Bert €0.50" in text_at(english(house, "Anna"), later.get_absolute_url())


def test_an_evening_without_a_tick_leaves_no_debt_and_says_so(house: House) -> None:
    evening = played(house)
    assert numbers(house) == {}
    words = "As long as nobody ticks a payment, this evening leaves no debt."
    assert words in text_at(english(house, "Anna"), evening.get_absolute_url())
    row = settle(house, evening, "Cilli")
    assert words not in text_at(english(house, "Anna"), evening.get_absolute_url())
    house.do(payments.untick_payment, by="Anna", payment=row)
    assert numbers(house) == {}


def test_the_kitty_is_one_account_in_plans_and_no_person(house: House) -> None:
    """Totals typed with the kitty: it gets 2,00; what it took over before version 2 is added."""
    evening = played(house, ("Anna", "Bert", "Cilli", "Karl"), date=date(2026, 3, 2))
    kept_row(house, evening, "Karl", "kitty")
    totals = [
        Total(12 * 30, Person(name="Anna")),
        Total(12 * -50, Person(name="Karl")),
        Total(12 * 20),
    ]
    about = {"club": house.club, "date": date(2026, 3, 9), "venue": "", "rules": "standard", "totals": totals}
    typed_evening = house.do(record_totals, by="Anna", **about)
    assert ("Karl", "Kassa", 250) in open_at(house, typed_evening)
    where = reverse("scoring:settle_payments", args=[house.club.slug, typed_evening.pk])
    [line] = [line for line in shown(house, typed_evening).open if line.payee == "Kassa"]
    english(house, "Anna").post(where, {"deed": str(uuid4()), "payment": line.form_value})
    assert numbers(house).get("Klubkassa") is None
    everybody = text_at(english(house, "Anna"), f"{house.club.get_absolute_url()}season/")
    assert "kitty" not in everybody.lower()


def test_what_is_open_in_the_club_is_ticked_on_its_page(house: House) -> None:
    evening = played(house)
    settle(house, evening, "Cilli")
    [anna, _dora] = open_balance(club_of(house), house["Anna"]).payments
    client = english(house, "Anna")
    assert anna.form_value in html_at(client, house.club.get_absolute_url())
    sent = {"deed": str(uuid4()), "payment": anna.form_value, "from": "club"}
    answer = client.post(anna.tick_address, sent)
    assert answer["Location"] == f"{house.club.get_absolute_url()}#payments"
    assert owed(house) == [("Dora", "Bert", 50)]
    assert client.post(anna.tick_address, {"deed": str(uuid4()), "payment": "1-1-x"}).status_code == 400
    wrong = {"deed": str(uuid4()), "payment": _dora.form_value, "part": "zwei"}
    assert (
        "Please give an amount up to €0.50."
        in client.post(anna.tick_address, wrong, follow=True).content.decode()
    )
    part = {"deed": str(uuid4()), "payment": _dora.form_value, "part": "0,2"}
    assert client.post(anna.tick_address, part).status_code == 302
    assert owed(house) == [("Dora", "Bert", 30)]
    assert "the rest of €0.50" in text_at(client, evening.get_absolute_url())


def test_files_and_stored_data_list_what_was_ticked_also_what_was_taken_back(house: House) -> None:
    evening = played(house)
    house.do(payments.untick_payment, by="Cilli", payment=settle(house, evening, "Cilli"))
    with translation.override("en"):
        evening = Evening.objects.select_related("club").get(pk=evening.pk)
        book = workbook_of_evening(evening, "", "en")
        [listed] = [figures for figures in book.tables if figures.name == "Paid and carried over"]
        stored = {}
        for name in ("Cilli", "Bert", "Anna"):
            tables = stored_about(house.member(name)).tables
            [ticked] = [figures for figures in tables if figures.name == "Payments"]
            [[_day, side, cents, way, _when, by, _back]] = ticked.rows
            stored[name] = (side, cents, way, by)
    [[_day, *who, cents, way, _when, by, taken_back, back_by]] = listed.rows
    assert (who, cents, way, by, back_by) == (["Cilli", "Bert"], 50, "paid", "Anna", "Cilli")
    assert taken_back is not None
    assert stored == {
        "Cilli": ("pays", 50, "paid", "somebody else"),
        "Bert": ("is paid", 50, "paid", "somebody else"),
        "Anna": ("ticked for others", 50, "paid", "Anna"),
    }


# The evening as a story


def handed_on(client: Client, address: str) -> str:
    """What a page hands on as text."""
    page = client.get(address).content.decode().partition("<textarea")[2]
    return html.unescape(page.partition(">")[2].partition("</textarea>")[0])


def test_an_evening_is_told_from_its_winner_to_who_has_paid(house: House) -> None:
    evening = house.evening()
    sheet = house.sheet(evening=evening)
    house.play(sheet, dreier("Bert"))
    house.play(sheet, hand("trischaken", "Bert", order=[["Anna"]], jungfrau=["Cilli"]))
    client = english(house, "Anna")
    assert "In the lead Bert" in text_at(client, evening.get_absolute_url())
    answer = client.post(f"{evening.get_absolute_url()}close/", {"deed": str(uuid4())})
    assert answer["Location"] == evening.get_absolute_url()
    line = shown(house, evening).open[0]
    settle(house, evening, line.payer, line.payee, line.cents)
    page = text_at(client, evening.get_absolute_url())
    assert f"Won by Bert {settled_money(evening, 'Bert')} Best hand" in page
    assert "Jungfrau: Cilli" in page
    assert html_at(client, evening.get_absolute_url()).count('<g class="curve') == len(FOUR)
    ticked = [row for row in handed_on(client, evening.get_absolute_url()).splitlines() if row.endswith("✓")]
    assert len(ticked) == 1
    assert ticked[0].startswith(f"{line.payer} → {line.payee} ")


def test_the_text_leads_to_the_evening_for_strangers_once_somebody_shared_it(house: House) -> None:
    evening = played(house)

    def link_for(name: str) -> str:
        return handed_on(english(house, name), evening.get_absolute_url()).splitlines()[-1]

    with override_settings(ALLOWED_HOSTS=["*"], PUBLIC_URL="https://tarock.example"):
        for name in ("Anna", "Dora", "Emil"):
            assert link_for(name) == f"https://tarock.example{evening.get_absolute_url()}", name
        house.do(sharing_verbs.share_evening, by="Anna", evening=evening)
        assert "/s/" in link_for("Emil")


def test_whoever_wants_no_name_in_pictures_has_initials_in_what_is_handed_on(house: House) -> None:
    evening = played(house)
    client = english(house, "Bert")
    address = f"{house.member('Bert').get_absolute_url()}pictures/"
    assert client.post(address, {"deed": str(uuid4()), "named": "no"}).status_code == 302
    for page, said in (
        (evening.get_absolute_url(), "B. +"),
        (f"{house.club.get_absolute_url()}season/?first=3&period=all", "1. B. 15"),
    ):
        text = handed_on(client, page)
        assert said in text
        assert "Bert" not in text
        assert "Bert" in html_at(client, page)
    with pytest.raises(PermissionDenied):
        house.do(people.name_in_pictures, by="Dora", member=house.member("Bert"), named=True)


def test_a_tick_says_what_it_ticks_and_strangers_see_who_pays_but_not_who_paid(house: House) -> None:
    evening = played(house)
    Club.objects.update(show_money=True)
    sharing = house.do(sharing_verbs.share_evening, by="Anna", evening=evening)
    line = shown(house, evening).open[0]
    page = text_at(english(house, "Anna"), evening.get_absolute_url())
    assert f"paid: {line.payer} → {line.payee}, " in page
    settle(house, evening, line.payer, line.payee, line.cents)
    assert "1 of " in text_at(english(house, "Anna"), evening.get_absolute_url())
    strangers = text_at(Client(), f"/s/{sharing.code}/?language=en")
    assert f"{line.payer} → pays {line.payee}" in strangers
    assert "paid" not in strangers.split("Who pays whom")[1].split("Who has what")[0]
