"""What statistics count of one hand: worked out by hand, and for hands of all sheets from what is settled."""

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from scoring.engine.amounts import noted
from scoring.engine.facts import Entry, Hand
from scoring.engine.problems import problems_with
from scoring.engine.record import read_entry
from scoring.engine.rules import PagatkassaTerms, Rules
from scoring.engine.sheet import Fact, first_position, replayed
from scoring.rules import SLUGS, published
from scoring.table.counting import HandCounted, counted
from tests.support.engine.hands import build_hand, seeded
from tests.support.scoring.counting import watched
from tests.support.scoring.house import House
from tests.support.scoring.tables import FOUR, exchanged, pagat

SEATS = ("1", "2", "3", "4")
ENDS = {True: "won", False: "lost", None: "revoked"}
WORKED = tomllib.loads(Path(__file__).with_name("counted_hands.toml").read_text(encoding="utf-8"))


def count(entry: Entry, rules: Rules) -> HandCounted:
    """The only hand of a table."""
    [row] = replayed(first_position(SEATS, SEATS[-1]), [Fact(None, 1, entry, rules)]).rows
    return counted(row)


def told(found: HandCounted) -> Iterator[str]:
    """Games with a letter for each seat, premiums and kontras with what they brought, in points."""

    def brought(twelfths: Iterable[int] | None) -> str:
        return "".join(f" {noted(Fraction(amount, 12))}" for amount in twelfths or ())

    for game in found.games:
        yield f"{game.contract} {game.sides} {ENDS[game.won]}{brought(game.twelfths)}"
    for premium in found.premiums:
        yield f"{premium.key} of {FOUR[premium.seat]}, {premium.how}:{brought(premium.twelfths)}"
    for kontra in found.kontras:
        givers = "+".join(FOUR[seat] for seat in kontra.givers)
        yield f"step {kontra.step} of {givers}:{brought(kontra.twelfths)}"
    if found.schrift != found.twelfths:
        yield f"schrift {list(found.schrift)}"
    for what, seats in (("jungfrau", found.jungfrauen), ("buergermeister", found.buergermeister)):
        if seats:
            yield f"{what} {list(seats)}"


@pytest.mark.parametrize("worked", WORKED["hand"])
def test_a_hand_is_counted_as_worked_out(worked: dict[str, Any]) -> None:
    rules = published()[worked["sheet"]]
    record = {part: worked[part] for part in worked.keys() - {"sheet", "counted"}}
    entry = read_entry(exchanged(record, dict(zip(FOUR, SEATS, strict=True))), rules)
    assert list(told(count(entry, rules))) == worked["counted"]


def summed(parts: Iterable[Any]) -> list[int]:
    return [sum(seat) for seat in zip((0, 0, 0, 0), *parts, strict=True)]


@pytest.mark.parametrize("slug", SLUGS)
def test_games_premiums_and_kontras_are_worth_what_the_hand_is_without_them(slug: str) -> None:
    """All games are the hand; without its kontras, or premiums, it is settled for what they brought less."""
    rules, choose, compared = published()[slug], seeded(SLUGS.index(slug)), 0
    for _ in range(150):
        whole = build_hand(choose, rules, SEATS)
        found = count(whole, rules)
        games = [game.twelfths or found.twelfths for game in found.games]
        assert summed(games) == list(found.twelfths)
        if "valat" in [entry.premium for entry in whole.premiums]:
            continue  # stands in place of others
        silent = tuple(replace(row, kontra=None, kontra_void=False) for row in whole.premiums)
        plain = tuple(replace(game, kontra=None, kontra_void=False, kontras={}) for game in whole.games)
        for parts, without in (
            ([step.twelfths for step in found.kontras], replace(whole, games=plain, premiums=silent)),
            ([one.twelfths for one in found.premiums], replace(whole, premiums=())),
        ):
            compared += is_compared(parts, whole, without, found, rules)
    assert compared > 20


def is_compared(
    parts: list[Sequence[int]], whole: Hand, without: Hand, found: HandCounted, rules: Rules
) -> bool:
    """Return whether the hand can be told without these parts, and ends as it did."""
    if not parts or problems_with(without, rules):
        return False
    bare = count(without, rules)
    if [raw[:3] for raw in bare.games] != [raw[:3] for raw in found.games]:
        return False
    assert summed(parts) == summed([found.twelfths, [-amount for amount in bare.twelfths]]), whole
    return True


# The pot of the Pagatkassa on the recording page, where one is played


TERMS = PagatkassaTerms(stake=10, start=20)


@pytest.mark.parametrize("hands", [1, 6])
def test_only_where_a_pot_is_played_something_is_read_for_it_once_however_many_hands(
    house: House, hands: int
) -> None:
    evenings = [house.evening("treffpunkt", pagatkassa=terms) for terms in (None, TERMS)]
    sheets = [house.sheet(evening=evening) for evening in evenings]
    costs = []
    for sheet in sheets:
        for _ in range(hands):
            house.play(sheet, pagat("Anna", made=True))
        client, url = house.client("Anna"), reverse("scoring:live", args=[sheet.pk])
        answer, cost = watched(partial(client.get, url))
        costs.append(cost.queries)
        assert (answer.json()["table"]["pot"] is None) == (sheet is sheets[0])
    assert costs[1] - costs[0] == 1
