"""The end of an evening in a real browser: read at any width, by day and by night."""

from __future__ import annotations

from uuid import uuid4

from scoring.engine.rules import PagatkassaTerms
from scoring.evenings import verbs as evening_verbs
from scoring.models import Account, Evening, Sheet
from tests.support.browser.looks import PHONE, WIDTH, complaints_on_every_screen, with_big_letters
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import house_of, sign_in
from tests.support.browser.settling import anna, open_evening, open_everything, play
from tests.support.browser.sheet import SIX
from tests.support.scoring.corrections import correct
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
    correct(house_of(anna), Sheet.objects.get(pk=first.sheet_id), first, pagat("Anna", made=False))
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


def test_the_amounts_are_read_from_the_other_side_of_the_table(page: OpenPage, anna: Account) -> None:
    evening = sealed_twice(anna)
    visitor = sign_in(page(390, 844))
    visitor.goto(address(evening))
    sizes = "one => parseFloat(getComputedStyle(one).fontSize)"
    for amount in (*visitor.locator(".payments strong").all(), *visitor.locator(".money").all()):
        assert amount.evaluate(sizes) >= 28
