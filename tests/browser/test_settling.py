"""The end of an evening in a real browser: read at any width, by day and by night, printed on one page."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

from playwright.sync_api import expect

from scoring.engine.rules import PagatkassaTerms
from scoring.evenings import verbs as evening_verbs
from scoring.models import Account, Evening, Sheet
from scoring.table import verbs as recording
from scoring.table_policy import Actor
from tests.support.browser.looks import PHONE, WIDTH, complaints_on_every_screen, with_big_letters
from tests.support.browser.pages import OpenPage, printed, unfold
from tests.support.browser.people import sign_in
from tests.support.browser.settling import anna, open_evening, open_everything, play
from tests.support.browser.sheet import SIX
from tests.support.scoring.house import in_ids
from tests.support.scoring.tables import REDEAL, dreier, hand, in_thirds, pagat

__all__ = ["anna"]  # the fixtures


FOUR = ("Anna", "Bert", "Cilli", "Karl")


def sealed_twice(anna: Account) -> Evening:
    """Everything the page can show: two tables, the Schrift, a Pagatkassa, a correction, two seals."""
    second = ("Anna", *SIX[:3])
    evening = open_evening(
        anna,
        "standard-skoty",
        FOUR,
        second,
        pot=PagatkassaTerms(stake=10, start=20, start_again=False, ceiling=50),
    )
    first = play(anna, evening, pagat("Anna", made=True))
    play(anna, evening, REDEAL, hand("dreier", "Bert", won=False, kontra="re"))
    play(anna, evening, dreier(SIX[0]), table=2)
    evening_verbs.close_evening(actor=anna, deed=uuid4(), evening=evening)
    evening_verbs.reopen_evening(actor=anna, deed=uuid4(), evening=evening, reason="Der Pagat war verloren")
    sheet = Sheet.objects.whole().get(pk=first.sheet_id)
    recording.correct(
        actor=Actor(anna),
        entry=uuid4(),
        sheet=sheet,
        after=sheet.seq,
        target=first,
        record=in_ids(sheet, pagat("Anna", made=False)),
        reason="verschrieben",
    )
    evening_verbs.close_evening(actor=anna, deed=uuid4(), evening=evening)
    return evening


def address(evening: Evening, language: str = "en") -> str:
    return f"{evening.get_absolute_url()}settling/?language={language}"


def states(anna: Account) -> list[str]:
    """Addresses of the page in everything it can look like, and of the form for the Pagatkassa."""
    rounded = open_evening(anna, "treffpunkt-skoty", FOUR)
    play(anna, rounded, in_thirds("Bert", FOUR))
    empty = open_evening(anna, "standard", FOUR)
    return [
        address(sealed_twice(anna)),
        address(rounded),
        address(empty, "de"),
        f"{empty.get_absolute_url()}pagatkassa/?language=en",
    ]


def test_nothing_is_wrong_with_any_state(page: OpenPage, anna: Account) -> None:
    visitor = sign_in(page(WIDTH, 844))
    for state in states(anna):
        visitor.goto(state)
        open_everything(visitor)
        assert complaints_on_every_screen(visitor, PHONE) == [], state
        assert with_big_letters(visitor) == [], state


def test_from_the_last_hand_to_the_last_cent(page: OpenPage, anna: Account) -> None:
    """Bert pays 2 in a Trischaken, in thirds to the others; then he wins a Dreier at 5 from each.

    Anna, Cilli and Karl: ⅔ − 5 = −4⅓ points, −43⅓ cents. Bert: −2 + 15 = 13 points, 130 cents. Rounded down
    that is 130 − 44 − 44 − 44 = −2: two of the three pay a cent less, and the lot says which.
    """
    evening = open_evening(anna, "treffpunkt-skoty", FOUR)
    phone = sign_in(page(390, 844))
    phone.goto(evening.get_absolute_url() + "?language=en")
    unfold(phone, "Administration")
    phone.get_by_role("link", name="Play with a Pagatkassa").click()
    expect(phone.get_by_label("Most that a missed Pagat costs")).to_be_hidden()
    phone.get_by_label("We play with a Pagatkassa").check()
    phone.get_by_label("Each dealer pays in before the hand").fill("20")
    phone.get_by_role("button", name="Save").click()
    expect(phone.get_by_text("The Pagatkassa is saved.")).to_be_visible()
    play(anna, evening, in_thirds("Bert", FOUR), dreier("Bert"))
    phone.get_by_role("link", name="Settling up").click()
    payments = phone.locator(".payments li")
    expect(payments).to_have_count(3)
    assert sorted(payments.locator("strong").all_inner_texts()) == ["€0.43", "€0.43", "€0.44"]
    assert all("pays Bert" in text for text in payments.all_inner_texts())
    bert = phone.locator(".shares li", has_text="Bert")
    expect(bert).to_contain_text("+€1.30")
    expect(bert).to_contain_text("13 × 10 = 130 cents")
    expect(phone.get_by_text("The lot decided in this order")).to_be_visible()
    expect(phone.get_by_text("Still in the pot: €0.40")).to_be_visible()
    phone.get_by_text("Every movement at Tisch 1").click()
    expect(phone.get_by_text("Karl deals and pays in €0.20; in the pot: €0.20.")).to_be_visible()

    phone.get_by_role("link", name="To the evening").click()
    phone.get_by_role("link", name="Close the evening").click()
    phone.get_by_role("button", name="Close the evening").click()
    phone.get_by_role("link", name="Settling up").first.click()
    expect(phone.locator(".seals li")).to_have_count(1)
    expect(phone.get_by_text("Final tally 1", exact=True)).to_be_visible()


def test_the_amounts_are_read_from_the_other_side_of_the_table(page: OpenPage, anna: Account) -> None:
    evening = sealed_twice(anna)
    visitor = sign_in(page(390, 844))
    visitor.goto(address(evening))
    sizes = "one => parseFloat(getComputedStyle(one).fontSize)"
    for amount in (*visitor.locator(".payments strong").all(), *visitor.locator(".money").all()):
        assert amount.evaluate(sizes) >= 28


def test_six_people_are_settled_on_one_printed_page(page: OpenPage, anna: Account, tmp_path: Path) -> None:
    evening = open_evening(
        anna, "treffpunkt-skoty", tuple(SIX), pot=PagatkassaTerms(stake=10, start=20, ceiling=100)
    )
    play(anna, evening, in_thirds(SIX[1], SIX[:4]), REDEAL, *[dreier(SIX[2])] * 2)
    evening_verbs.close_evening(actor=anna, deed=uuid4(), evening=evening)
    visitor = sign_in(page(390, 844, dark=True))
    visitor.goto(address(evening))
    leaves = printed(visitor, tmp_path)
    assert len(leaves) == 1
    text = " ".join(leaves[0].split())
    for name in SIX:
        assert name in text
    assert "Mühlviertler Runde" in text
    assert "Still in the pot" in text
    assert f"Final tally 1 {evening.seals.get().code}" in text
    assert "To the evening" not in text
