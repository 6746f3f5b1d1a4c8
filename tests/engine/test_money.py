"""Points into cents, and who pays whom: worked out by hand, then for every evening."""

from collections import Counter
from fractions import Fraction
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.money import (
    FEWEST_UP_TO,
    Balance,
    Decided,
    Payment,
    SettlingUp,
    balance_in_words,
    lots_in_words,
    money_in_words,
    number_in_words,
    payment_in_words,
    payments,
    settle_up,
)
from scoring.engine.result import Amount
from scoring.engine.words import LANGUAGES
from tests.support.engine.hands import PEOPLE


def in_cents(points: dict[str, Amount], cents_per_point: int = 10, seed: str = "17") -> SettlingUp:
    return settle_up(points, cents_per_point, seed=seed)


def decisions(settling_up: SettlingUp) -> dict[str, str]:
    return {balance.person: balance.decided.value for balance in settling_up.balances}


# Cents


# Everybody's points, cents for a point, what that is in cents, and what decided where it was rounded.
ROUNDED: dict[str, tuple[dict[str, Amount], int, list[int], list[str]]] = {
    "whole points are not rounded": (
        {"Anna": 12, "Bert": -7, "Cilli": 0, "Dora": -5},
        10,
        [120, -70, 0, -50],
        ["nothing"] * 4,
    ),
    "nor are thirds that make whole cents": (
        {"Anna": Fraction(2, 3), "Bert": Fraction(-2, 3)},
        30,
        [20, -20],
        ["nothing"] * 2,
    ),
    "the biggest remainder gets the cent": (  # of 5/3, 10/3 and -5
        {"Anna": Fraction(1, 6), "Bert": Fraction(1, 3), "Cilli": Fraction(-1, 2)},
        10,
        [2, 3, -5],
        ["remainder", "remainder", "nothing"],
    ),
    "of two equal halves whoever has fewer points gets it": (
        {"Anna": Fraction(1, 2), "Bert": Fraction(-1, 2)},
        5,
        [2, -2],
        ["points"] * 2,
    ),
}


@pytest.mark.parametrize("title", ROUNDED)
def test_points_are_rounded_to_cents(title: str) -> None:
    points, rate, cents, decided = ROUNDED[title]
    evening = in_cents(points, rate)
    assert (list(evening.cents.values()), list(decisions(evening).values())) == (cents, decided)
    assert evening.lots == ()


def test_between_equal_points_the_lot_decides_and_anybody_can_draw_it_again() -> None:
    third = Fraction(-2, 3)
    evening = in_cents({"Anna": 2, "Bert": third, "Cilli": third, "Dora": third}, seed="evening 17")
    lots = {name: sha256(f"evening 17\n{name}".encode()).hexdigest() for name in ("Bert", "Cilli", "Dora")}
    first, *others = sorted(lots, key=lots.__getitem__)
    assert evening.cents == {"Anna": 20, first: -6} | dict.fromkeys(others, -7)
    assert evening.lots == (first, *others)
    assert decisions(evening) == {"Anna": "nothing", "Bert": "lot", "Cilli": "lot", "Dora": "lot"}


def test_the_lot_only_decides_between_those_whose_points_do_not() -> None:
    evening = in_cents({"Anna": Fraction(10, 3), "Bert": Fraction(-5, 3), "Cilli": Fraction(-5, 3)})
    assert evening.cents["Anna"] == 33
    assert sorted([evening.cents["Bert"], evening.cents["Cilli"]]) == [-17, -16]
    assert decisions(evening) == {"Anna": "points", "Bert": "lot", "Cilli": "lot"}
    assert set(evening.lots) == {"Bert", "Cilli"}


def test_without_money_nobody_pays() -> None:
    evening = in_cents({"Anna": Fraction(1, 3), "Bert": Fraction(-1, 3)}, 0)
    assert evening.cents == {"Anna": 0, "Bert": 0}
    assert evening.payments == ()
    assert in_cents({}).payments == ()


def test_what_is_not_even_cannot_be_settled() -> None:
    with pytest.raises(AssertionError, match="do not add up to zero"):
        in_cents({"Anna": 1, "Bert": 0})
    with pytest.raises(AssertionError, match="do not add up to zero"):
        payments({"Anna": 1})
    with pytest.raises(AssertionError, match="do not add up to zero"):
        SettlingUp(10, "", (Balance("Anna", 1, Fraction(10), 10),))
    with pytest.raises(AssertionError, match="moved by a cent"):
        Balance("Anna", 1, Fraction(10), 11)


# Payments


# What everybody gets or owes, and who pays whom.
PAYMENTS: dict[str, tuple[dict[str, int], list[str]]] = {
    "one who lost pays all who won": (
        {"Anna": 30, "Bert": -100, "Cilli": 20, "Dora": 50},
        ["Bert Dora 50", "Bert Anna 30", "Bert Cilli 20"],
    ),
    "those who owe and get the same settle between them": (
        {"Anna": 1230, "Bert": -410, "Cilli": -820, "Dora": 500, "Emil": -500},
        ["Cilli Anna 820", "Emil Dora 500", "Bert Anna 410"],
    ),
    "eight people in three groups take five payments": (
        {"Anna": 6, "Bert": -4, "Cilli": -2, "Dora": 9, "Emil": -10, "Franz": 1, "Gusti": 7, "Hans": -7},
        ["Emil Dora 9", "Emil Franz 1", "Hans Gusti 7", "Bert Anna 4", "Cilli Anna 2"],
    ),
    # If −8 paid 10 first, the two groups 10 = 7 + 3 and 6 + 2 = 8 would be one of six people.
    "paying the biggest first would take one payment more": (
        {"Anna": 10, "Bert": -7, "Cilli": -3, "Dora": 6, "Emil": 2, "Franz": -8},
        ["Franz Dora 6", "Franz Emil 2", "Bert Anna 7", "Cilli Anna 3"],
    ),
    "nobody pays where everybody is even": ({"Anna": 0, "Bert": 0}, []),
    "whoever is even pays nothing and gets nothing": ({"Anna": 0, "Bert": 5, "Cilli": -5}, ["Cilli Bert 5"]),
}


@pytest.mark.parametrize("title", PAYMENTS)
def test_who_pays_whom(title: str) -> None:
    cents, noted = PAYMENTS[title]
    assert [f"{payment.payer} {payment.payee} {payment.cents}" for payment in payments(cents)] == noted


@pytest.mark.parametrize(
    ("payer", "payee", "cents"), [("Anna", "Bert", 0), ("Anna", "Bert", -1), ("A", "A", 1)]
)
def test_a_payment_is_something_to_somebody_else(payer: str, payee: str, cents: int) -> None:
    with pytest.raises(AssertionError, match="cannot pay"):
        Payment(payer, payee, cents)


# In words


def test_a_payment_in_words() -> None:
    one = Payment("7", "9", 123456)
    names = {"7": "Anna", "9": "Bert"}
    assert payment_in_words(one, "EUR", "de", names) == "Anna zahlt Bert 1.234,56\N{NO-BREAK SPACE}€."
    assert payment_in_words(one, "EUR", "en", names) == "Anna pays Bert €1,234.56."
    assert payment_in_words(one, "CHF", "de") == "7 zahlt 9 1.234,56\N{NO-BREAK SPACE}CHF."


@pytest.mark.parametrize("name", ["{payee}", "{0}", "%s", "=1+1", "<b>Yps</b>"])
def test_a_name_is_text_in_a_payment(name: str) -> None:
    assert payment_in_words(Payment(name, "B", 5), "EUR", "en") == f"{name} pays B €0.05."


def test_a_rounding_in_words_says_what_decided() -> None:
    third = Fraction(-2, 3)
    lot = in_cents({"Anna": 2, "Bert": third, "Cilli": third, "Dora": third}, seed="")
    assert [balance_in_words(balance, 10, "de") for balance in lot.balances if balance.cents != -7] == [
        "2 × 10 = 20 Cent",
        "−⅔ × 10 = −6⅔ Cent, gerundet −6 (gleicher Rest und gleiche Punkte: das Los)",
    ]
    named = {"Bert": "B", "Cilli": "C", "Dora": "D"}
    order = ", ".join(named[person] for person in lot.lots)
    assert lots_in_words(lot, "en", named) == f"The lot decided in this order: {order}."
    half = in_cents({"Anna": Fraction(1, 2), "Bert": Fraction(-1, 2)}, 5)
    assert balance_in_words(half.balances[0], 5, "en") == (
        "½ × 5 = 2½ cents, rounded 2 (of equal remainders, whoever has fewer points is rounded up)"
    )
    assert lots_in_words(half, "de") == ""


@given(st.integers(-(10**9), 10**9))
def test_every_amount_of_money_can_be_read_back(cents: int) -> None:
    german, english = (money_in_words(cents, "EUR", language) for language in LANGUAGES)
    for words in (german, english):
        digits = int("".join(filter(str.isdigit, words)))
        assert cents == (-digits if words.startswith("−") else digits)
    assert german.replace(".", "").partition("\N{NO-BREAK SPACE}")[2] == "€"
    assert english.lstrip("−").startswith("€")


GLYPHS = {"⅙": "1/6", "¼": "1/4", "⅓": "1/3", "½": "1/2", "⅔": "2/3", "¾": "3/4", "⅚": "5/6"}


@given(st.fractions(-100, 100))
def test_every_number_can_be_read_back(number: Fraction) -> None:
    words = number_in_words(number)
    for glyph, part in GLYPHS.items():
        words = words.replace(glyph, f" {part}")
    minus, size = words.startswith("−"), sum(Fraction(part) for part in words.lstrip("−").split())
    assert number == (-size if minus else size)


# Every evening

amounts = st.one_of(
    st.integers(-400, 400), st.builds(Fraction, st.integers(-2400, 2400), st.sampled_from((2, 3, 6)))
)


@st.composite
def evenings_in_points(draw: st.DrawFn) -> dict[str, Amount]:
    """Two to eight people; small and equal amounts come often."""
    some = draw(
        st.lists(
            st.one_of(amounts, st.sampled_from((Fraction(1, 3), Fraction(-1, 2)))), min_size=1, max_size=7
        )
    )
    return dict(zip(PEOPLE, [*some, -sum(some)], strict=False))


@st.composite
def balances(draw: st.DrawFn, most: int, span: int = 12) -> dict[str, int]:
    some = draw(st.lists(st.integers(-span, span), min_size=1, max_size=most - 1))
    return {f"{number:02}": cents for number, cents in enumerate([*some, -sum(some)])}


cents_per_point = st.integers(0, 120)
seeds = st.text(max_size=3)


@given(evenings_in_points(), cents_per_point, seeds)
def test_rounded_cents_add_up_to_zero_and_nobody_is_moved_by_a_cent(
    points: dict[str, Amount], rate: int, seed: str
) -> None:
    evening = settle_up(points, rate, seed=seed)
    assert sum(evening.cents.values()) == 0
    assert list(evening.cents) == list(points)
    for balance in evening.balances:
        assert balance.exact == balance.points * rate
        assert abs(balance.difference) < 1
        assert (balance.difference == 0) == (balance.decided is Decided.NOTHING)
        assert (balance.exact.denominator == 1) == (balance.decided is Decided.NOTHING)


@given(evenings_in_points(), cents_per_point, seeds, st.data())
def test_the_order_of_people_changes_nobodys_cents_and_no_payment(
    points: dict[str, Amount], rate: int, seed: str, data: st.DataObject
) -> None:
    shuffled = dict(data.draw(st.permutations(list(points.items()))))
    ours, theirs = settle_up(points, rate, seed=seed), settle_up(shuffled, rate, seed=seed)
    assert ours.cents == theirs.cents
    assert decisions(ours) == decisions(theirs)
    assert (ours.lots, ours.payments) == (theirs.lots, theirs.payments)


@given(evenings_in_points(), cents_per_point, seeds, seeds)
def test_another_lot_moves_only_those_between_whom_it_decided(
    points: dict[str, Amount], rate: int, seed: str, other: str
) -> None:
    ours, theirs = settle_up(points, rate, seed=seed), settle_up(points, rate, seed=other)
    assert decisions(ours) == decisions(theirs)
    moved = {person for person, cents in ours.cents.items() if theirs.cents[person] != cents}
    assert moved <= set(ours.lots)


@given(evenings_in_points(), cents_per_point, seeds)
def test_whoever_was_rounded_up_had_the_better_claim(points: dict[str, Amount], rate: int, seed: str) -> None:
    rounded = settle_up(points, rate, seed=seed).balances
    up = [balance for balance in rounded if balance.difference > 0]
    down = [balance for balance in rounded if balance.difference < 0]
    for winner in up:
        for loser in down:
            claims = (1 - winner.difference, -winner.exact), (-loser.difference, -loser.exact)
            assert claims[0] >= claims[1]
            if claims[0] == claims[1]:
                assert winner.decided is loser.decided is Decided.LOT


def settles(cents: dict[str, int]) -> tuple[Payment, ...]:
    """The payments, once it is sure that they leave everybody with what is theirs."""
    found = payments(cents)
    left = Counter(cents)
    for payment in found:
        assert payment.cents > 0
        left[payment.payer] += payment.cents
        left[payment.payee] -= payment.cents
        assert cents[payment.payer] < 0 < cents[payment.payee], "who gets pays nobody"
    assert not any(left.values())
    pairs = [(payment.payer, payment.payee) for payment in found]
    assert len(set(pairs)) == len(pairs)
    return found


@given(st.one_of(balances(6), balances(12), balances(40, span=9000)))
def test_the_payments_settle_exactly_and_are_fewer_than_the_people(cents: dict[str, int]) -> None:
    open_ = sum(1 for amount in cents.values() if amount)
    assert len(settles(cents)) <= max(open_ - 1, 0)


def most_groups(amounts: list[int]) -> int:
    """By trying every way to divide the people into groups."""

    def divided(rest: list[int], groups: list[int]) -> int:
        if not rest:
            return len(groups) if not any(groups) else 0
        first, *others = rest
        joined = [
            divided(others, [*groups[:place], groups[place] + first, *groups[place + 1 :]])
            for place in range(len(groups))
        ]
        return max([*joined, divided(others, [*groups, first])])

    return divided(amounts, [])


@given(balances(8, span=6))
def test_up_to_eight_people_divide_into_as_many_groups_as_there_can_be(cents: dict[str, int]) -> None:
    open_ = [amount for amount in cents.values() if amount]
    assert len(settles(cents)) == len(open_) - most_groups(open_)


def test_a_big_evening_is_settled_too() -> None:
    """Ten tables of six, and more than are looked at in every way."""
    cents = {f"{number:02}": (number * 37) % 101 - 50 for number in range(59)}
    cents["59"] = -sum(cents.values())
    assert len(cents) > FEWEST_UP_TO
    assert len(settles(cents)) < 59


def test_in_any_crowd_two_who_owe_and_get_the_same_settle_between_them() -> None:
    cents = {f"{number:02}": (number + 1) * 5 for number in range(20)}
    cents |= {f"{number + 20:02}": -(number + 1) * 5 for number in range(20)}
    assert len(settles(cents)) == 20
