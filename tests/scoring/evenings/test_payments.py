"""What is paid of an evening: ticked, taken back, carried on; and the story of the evening."""

import html
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import translation

from scoring import clock
from scoring.accounts import verbs as people
from scoring.accounts.verbs import code_of as code_of_sharing
from scoring.capability import log_line
from scoring.clubs.privacy.stored import stored_about
from scoring.deeds import Refused
from scoring.engine.money import Payment
from scoring.evenings import payments
from scoring.evenings import verbs as evening_verbs
from scoring.evenings.export import workbook_of_evening
from scoring.evenings.pages.payments import ShownPayments, owed_in, payments_of
from scoring.evenings.pages.settling import settling_of, sheets_of
from scoring.evenings.payments import tickers
from scoring.models import Club, Deed, Evening, PaymentWay, SettledPayment
from tests.support.pages import html_at, text_at
from tests.support.scoring.corrections import correct
from tests.support.scoring.house import House, english
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
    evening = Evening.objects.select_related("club").get(pk=evening.pk)
    settling = settling_of(evening, sheets_of(evening), "en")
    ticker = tickers(house.member(by).pk, house[by], [evening.pk])[evening.pk]
    return payments_of(evening, settling, house[by], ticker, ended=True)


def owed(house: House) -> list[tuple[str, str, int]]:
    """Who of the club still owes whom."""
    club = Club.called(house.club.slug, house["Anna"])
    assert club is not None
    return lines(owed_in(club))


def lines(found: Any) -> list[tuple[str, str, int]]:
    return [(line.payer, line.creditor, line.cents) for line in found]


def open_at(house: House, evening: Evening) -> list[tuple[str, str, int]]:
    return sorted(lines(shown(house, evening).open))


def asked(evening: Evening, payer: str, payee: str, cents: int) -> Payment:
    by_name = {name: person for person, name in evening.names().items()}
    return Payment(by_name[payer], by_name[payee], cents)


def settle(
    house: House, evening: Evening, payer: str, payee: str = "Bert", cents: int = 50, **about: Any
) -> SettledPayment:
    about = {"by": "Anna", "way": PaymentWay.PAID, **about}
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
        house.client("Anna").post(path, {"deed": uuid4(), "way": "carried", "payment": ticked})
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
    differing = [line.payer for line in shown(house, evening).open if line.differs]
    assert "Cilli" in differing
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
    assert refused(house.do, payments.settle_payments, by="Anna", evening=evening, payments=twice, way="paid")
    assert not SettledPayment.objects.exists(), "not twice in one go"
    settle(house, evening, "Cilli")
    SettledPayment.objects.update(at=datetime(2026, 7, 1, 22, 30, tzinfo=UTC))
    assert "Anna hat das schon um 00:30" in refused(settle, house, evening, "Cilli", by="Bert")
    row = SettledPayment.objects.get()
    house.do(payments.untick_payment, by="Bert", payment=row)
    assert refused(house.do, payments.untick_payment, by="Anna", payment=row)


def test_what_a_table_that_plays_by_itself_leaves_unpaid_is_carried_on(house: House) -> None:
    sheet = house.just_play("Anna", *FOUR, counts=False)
    house.play(sheet, dreier("Bert"))
    house.do(evening_verbs.close_sheet, by="Anna", sheet=sheet)
    settle(house, sheet.evening, "Cilli", way=PaymentWay.CARRIED)
    assert ("Cilli", "Bert", 50) in owed(house)


def test_what_is_not_paid_is_carried_on_and_the_club_says_who_owes_whom(house: House) -> None:
    evening = played(house, ("Anna", "Bert", "Cilli", "Karl"))
    assert owed(house) == []  # most clubs never tick anything
    settle(house, evening, "Anna")
    assert owed(house) == [("Cilli", "Bert", 50), ("Karl", "Bert", 50)]
    carried = settle(house, evening, "Cilli", way=PaymentWay.CARRIED)
    settle(house, evening, "Karl", way=PaymentWay.KITTY)
    assert owed(house) == [
        ("Cilli", "Bert", 50),
        ("Karl", "Klubkassa", 50),
    ]
    text = text_at(english(house, "Dora"), house.club.get_absolute_url())
    assert "Karl pays the club’s kitty €0.50" in text
    text = text_at(english(house, "Dora"), evening.get_absolute_url())
    assert "1 of 3 paid" in text
    later = house.evening(date=clock.today())
    house.sheet(("Anna", "Cilli", "Dora", "Karl"), evening=later)
    house.play(later.sheets.get(), dreier("Anna"))
    assert lines(shown(house, later).earlier) == [("Cilli", "Bert", 50), ("Karl", "Klubkassa", 50)]
    house.do(payments.pay_later, by="Cilli", payment=carried)
    assert owed(house) == [("Karl", "Klubkassa", 50)]
    assert refused(house.do, payments.pay_later, by="Cilli", payment=carried)
    assert "zuerst" in refused(house.do, payments.untick_payment, by="Cilli", payment=carried)
    house.do(payments.untick_payment, by="Cilli", payment=carried.later_payments.get())
    assert ("Cilli", "Bert", 50) in owed(house)
    for deed in house.club.deeds.filter(details__has_key="amounts"):
        told_in_both_languages(deed)


def test_amounts_that_can_still_change_are_ticked_but_not_carried_on(house: House) -> None:
    evening = played(house, closed=False)
    assert "Abend" in refused(settle, house, evening, "Cilli", way=PaymentWay.CARRIED)
    settle(house, evening, "Cilli")
    assert owed(house) == []


def test_a_form_ticks_and_says_so(house: House) -> None:
    evening = played(house)
    page = evening.get_absolute_url()
    client = english(house, "Cilli")
    assert html_at(client, page).count('name="way" value="paid"') == 4  # three, and all of it
    assert 'name="way"' not in html_at(english(house, "Emil"), page)
    payment = asked(evening, "Cilli", "Bert", 50)
    sent = {"deed": str(uuid4()), "way": "paid", "payment": f"{payment.payer}-{payment.payee}-50"}
    answer = client.post(f"{evening.get_absolute_url()}payments/", sent, follow=True)
    assert answer.redirect_chain == [(f"{page}#payments", 302)]
    assert "Ticked as paid." in answer.content.decode()
    odd = {**sent, "deed": str(uuid4()), "payment": "1-1-x"}
    assert client.post(f"{evening.get_absolute_url()}payments/", odd).status_code == 400


def test_what_is_seldom_done_with_a_payment_is_done_with_that_one_alone(house: House) -> None:
    """Three owe Bert; Cilli's debt goes on to the next evening, and only that one."""
    evening = played(house)
    client = english(house, "Anna")
    page = html_at(client, evening.get_absolute_url())
    assert 'type="checkbox" name="payment"' not in page
    forms = [form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if 'value="kitty"' in form]
    assert [form.count('name="payment"') for form in forms] == [1, 1, 1]
    payment = asked(evening, "Cilli", "Bert", 50)
    [of_cilli] = [form for form in forms if f'value="{payment.payer}-{payment.payee}-50"' in form]
    address = re.search(r'action="([^"]+)"', of_cilli)
    assert address is not None
    sent = {"deed": str(uuid4()), "way": "carried", "payment": f"{payment.payer}-{payment.payee}-50"}
    assert client.post(address[1], sent).status_code == 302
    assert open_at(house, evening) == [("Anna", "Bert", 50), ("Dora", "Bert", 50)]
    assert "Take back" in text_at(client, evening.get_absolute_url())


def test_only_the_dock_of_an_evening_says_more_and_share_the_evening(house: House) -> None:
    text = text_at(english(house, "Anna"), played(house).get_absolute_url())
    for words in ("More", "Share the evening", "Rules, files, changes", "Link, picture, text"):
        assert len(re.findall(rf"\b{words}\b", text)) == 1, words


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


def picture_at(client: Client, address: str) -> str:
    """What the picture of a page is drawn from, as JSON."""
    page = client.get(address).content.decode()
    return html.unescape(page.partition('data-result="')[2].partition('"')[0])


def told(client: Client, evening: Evening) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(picture_at(client, evening.get_absolute_url()))
    return found


def test_an_evening_is_told_from_its_winner_to_who_has_paid(house: House) -> None:
    evening = house.evening()
    sheet = house.sheet(evening=evening)
    house.play(sheet, dreier("Bert"))
    house.play(sheet, hand("trischaken", "Bert", order=[["Anna"]], jungfrau=["Cilli"]))
    client = english(house, "Anna")
    assert told(client, evening)["about"] == "In the lead"
    answer = client.post(f"{evening.get_absolute_url()}close/", {"deed": str(uuid4())})
    assert answer["Location"] == evening.get_absolute_url()
    line = shown(house, evening).open[0]
    settle(house, evening, line.payer, line.payee, line.cents)
    page = text_at(client, evening.get_absolute_url())
    assert f"Won by Bert {settled_money(evening, 'Bert')} Best hand" in page
    assert "Jungfrau: Cilli" in page
    assert html_at(client, evening.get_absolute_url()).count('<g class="curve') == len(FOUR)
    found = told(client, evening)
    assert (found["about"], found["winner"]) == ("Won by", "Bert")
    assert found["further"] == "Best hand: Bert +15, Dreier · Jungfrau: Cilli"
    assert [said for said, _money, tick in found["lines"] if tick] == [f"{line.payer} → {line.payee}"]
    assert re.search(rf"\n{line.payer} → {line.payee} \S+ ✓\n", found["text"])


def test_the_text_leads_to_the_evening_for_strangers_once_somebody_shared_it(house: House) -> None:
    evening = played(house)

    def link_for(name: str) -> str:
        return str(told(english(house, name), evening)["text"].splitlines()[-1])

    with override_settings(ALLOWED_HOSTS=["*"], PUBLIC_URL="https://tarock.example"):
        for name in ("Anna", "Dora", "Emil"):
            assert link_for(name) == f"https://tarock.example{evening.get_absolute_url()}", name
        house.do(people.share_evening, by="Anna", evening=evening)
        assert "/s/" in link_for("Emil")


def test_whoever_wants_no_name_in_pictures_has_initials_in_all_of_them(house: House) -> None:
    evening = played(house)
    client = english(house, "Bert")
    address = f"{house.member('Bert').get_absolute_url()}pictures/"
    assert client.post(address, {"deed": str(uuid4()), "named": "no"}).status_code == 302
    for page, said in (
        (evening.get_absolute_url(), "B. +"),
        (f"{house.club.get_absolute_url()}season/?first=3&period=all", "1. B. 15"),
    ):
        drawn = picture_at(client, page)
        assert json.loads(drawn)["winner"] == "B."
        assert said in drawn
        assert "Bert" not in drawn
        assert "Bert" in html_at(client, page)
    with pytest.raises(PermissionDenied):
        house.do(people.name_in_pictures, by="Dora", member=house.member("Bert"), named=True)


def test_a_tick_says_what_it_ticks_and_strangers_see_who_pays_but_not_who_paid(house: House) -> None:
    evening = played(house)
    Club.objects.update(show_money=True)
    sharing = house.do(people.share_evening, by="Anna", evening=evening)
    line = shown(house, evening).open[0]
    page = text_at(english(house, "Anna"), evening.get_absolute_url())
    assert f"paid: {line.payer} → {line.payee}, " in page
    settle(house, evening, line.payer, line.payee, line.cents)
    assert "1 of " in text_at(english(house, "Anna"), evening.get_absolute_url())
    strangers = text_at(Client(), f"/s/{code_of_sharing(sharing)}/?language=en")
    assert f"{line.payer} → pays {line.payee}" in strangers
    assert "paid" not in strangers.split("Who pays whom")[1].split("Who has what")[0]


def test_what_a_table_without_an_evening_paid_is_one_step_from_its_sheet(house: House) -> None:
    sheet = house.just_play("Anna", *FOUR, counts=False)
    anna = english(house, "Anna")
    assert f'href="{sheet.evening.get_absolute_url()}"' in html_at(anna, sheet.get_absolute_url())
    page = html_at(anna, sheet.evening.get_absolute_url())
    assert reverse("scoring:share_evening", args=[house.club.slug, sheet.evening_id]) not in page


def test_an_evening_can_be_shared_before_its_first_hand(house: House) -> None:
    evening = house.evening()
    sharing = house.do(people.share_evening, by="Anna", evening=evening)
    page = html_at(english(house, "Anna"), evening.get_absolute_url())
    assert f"/s/{code_of_sharing(sharing)}/" in page
