"""What the recording page needs of a rule sheet: a JSON document, made from the rules alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext, override

from scoring.engine.cards import is_held_by_one, pack_of
from scoring.engine.customs import Custom, DoubledGames, InSolo
from scoring.engine.facts import VOIDS, Void
from scoring.engine.loading.tables import TABLES
from scoring.engine.money import number_in_words
from scoring.engine.possible import limits, points_of_nobody, possible_in, possible_premiums
from scoring.engine.problems import option_problems
from scoring.engine.rules import Contract, PremiumRule, Rules
from scoring.engine.sheet import BIGGEST_TABLE, SMALLEST_TABLE, Fact, first_position, step
from scoring.engine.sides import limit_as_written
from scoring.engine.texts import Text

Facts = dict[str, Any]


def form_facts(rules: Rules, *, language: str) -> Facts:
    """Return contracts, premiums and customs under these rules, with all words of the page."""
    return {
        **declared("sheet", rules, language),
        "points": rules.all_points,
        "tricks": pack_of(rules).tricks,
        "writes_blatt": rules.writes_blatt,
        **what_is_possible(rules, language),
        "levels": [{"key": key, "label": rules.kontra.label(key)} for key in rules.levels],
        "trischaken": _trischaken(rules, language),
        "reasons": reasons(rules, language),
        "schlussradl_known": rules.radl.schlussradl,
        "radl_known": rules.radl.played,
        "radl_called": rules.calls_radl,
        "radl_only": (
            None
            if rules.radl.doubled_games is DoubledGames.ALL
            else rules.radl.doubled_games.label.in_language(language)
        ),
        "turns": _turns(rules),
        "usual": list(usual(rules)),
        "words": words(language),
    }


@dataclass(frozen=True)
class _Key:
    """Hashable wrapper for caching by rules."""

    rules: Rules

    def __hash__(self) -> int:
        return hash(self.rules.slug)


def what_is_possible(rules: Rules, language: str) -> Facts:
    """Return games and premiums with what the engine allows; games share tables of premiums."""
    return _what_is_possible(_Key(rules), language)


@lru_cache(maxsize=100)
def _what_is_possible(key: _Key, language: str) -> Facts:
    rules = key.rules
    tables: list[Any] = []
    contracts = []
    for contract in rules.contracts.values():
        premiums = possible_premiums(contract, rules)
        if premiums is not None and premiums not in tables:
            tables.append(premiums)
        of_games = None if premiums is None else tables.index(premiums)
        allowed = {**possible_in(contract, rules), "premiums": of_games}
        contracts.append(
            {
                **_row("contracts", contract, language),
                "cost": cost(contract, rules),
                "solo": contract.solo,
                **allowed,
            }
        )
    rows = [
        {
            **_row("premiums", rule, language),
            "costs": [prices(rule, solo=solo) for solo in (False, True)],
            "kontra": rules.has_kontra_on(rule),
            "held_by_one": is_held_by_one(rule),
        }
        for rule in rules.premiums.values()
    ]
    needed = {points for contract in contracts for points in contract["wins"]}
    needed |= {rule.needs for rule in rules.premiums.values() if rule.needs is not None}
    return {
        "contracts": contracts,
        "premiums": rows,
        "possible": tables,
        "limits": {points: limits(points, rules) for points in sorted(needed)},
    }


def rules_of_hand(rules: Rules, record: Mapping[str, Any] | None) -> Rules:
    """Return the rules with the options of one hand, as far as the sheet knows them."""
    options = (record or {}).get("options")
    if not isinstance(options, dict) or option_problems(options, rules):
        return rules
    return rules.under(options)


def _turns(rules: Rules) -> dict[int, Facts]:
    """Return by table size which seats play a hand, counted from the dealer, and which deals next."""
    turns = {}
    for people in range(SMALLEST_TABLE, BIGGEST_TABLE + 1):
        seats = tuple(map(str, range(people)))
        position = first_position(seats, seats[0])
        turns[people] = {
            "playing": [int(seat) for seat in position.playing],
            "deals": {
                "hand": int(position.next_dealer),
                **{
                    kind: int(step(position, Fact(None, 0, Void(kind, ""), rules))[0].dealer)
                    for kind in VOIDS
                },
            },
        }
    return turns


# What most tables play most; the others of a sheet follow in the order of their bidding.
_USUAL = ("rufer", "trischaken", "besserrufer", "pagatrufer", "solorufer", "dreier", "piccolo", "bettler")


def usual(rules: Rules, played: Mapping[str, int] = MappingProxyType({})) -> tuple[str, ...]:
    """Return the games of a sheet, those played most often first, then by what is usual elsewhere."""
    order = [*(key for key in _USUAL if key in rules.contracts), *rules.contracts]
    return tuple(sorted(dict.fromkeys(order), key=lambda key: -played.get(key, 0)))


def declared(table: str, row: Any, language: str) -> Facts:
    """Return the values of a row that the phone needs, as JSON."""
    keys = [key for key, spec in TABLES[table].items() if spec.on_phone]
    return {key: _as_json(getattr(row, key), language) for key in keys}


def _row(table: str, row: Contract | PremiumRule, language: str) -> Facts:
    return {"key": row.key, **declared(table, row, language)}


def cost(contract: Contract, rules: Rules) -> str:
    """Return a game's value, with what the bird costs that is announced with it: "1 + 4", "1 + 2–8"."""
    value = number_in_words(contract.value)
    prices = [rules.premiums[bird].price_with(contract) for bird in contract.birds]
    if not prices:
        return value
    ends = dict.fromkeys([min(prices), max(prices)])
    return f"{value} + {'–'.join(number_in_words(price) for price in ends)}"


def prices(rule: PremiumRule, *, solo: bool) -> list[str]:
    """Return what a premium costs silent and announced; empty where it cannot be."""
    costs = [rule.price(announced=announced, solo=solo) for announced in (False, True)]
    times = 2 if solo and rule.in_solo is InSolo.DOUBLED else 1
    return ["" if price is None else number_in_words(times * price) for price in costs]


def _as_json(value: Any, language: str) -> Any:
    if isinstance(value, Text):
        return value.in_language(language)
    if isinstance(value, Custom):
        return value.value
    return list(value) if isinstance(value, tuple) else value


def _trischaken(rules: Rules, language: str) -> Facts | None:
    trischaken = rules.trischaken
    if trischaken is None:
        return None
    points = trischaken.buergermeister
    return {
        **declared("trischaken", trischaken, language),
        "buergermeister": None if points is None else limit_as_written(points, rules),
        "places_needed": trischaken.custom.places,
        "too_few": points_of_nobody(rules),
    }


def reasons(rules: Rules, language: str) -> dict[str, list[str]]:
    """Return the reasons to tap why a hand is void: dealt again, or struck."""
    own = [hand.in_language(language) for hand in rules.redeals.values()]
    with override(language):
        struck = [
            gettext("Cannot be settled any more"),
            gettext("Cards mixed up"),
            gettext("Broken off by agreement"),
        ]
        return {"redeal": [gettext("Misdealt"), *own, gettext("A card lay open")], "struck": struck}


@cache
def words(language: str, of: str = "record") -> dict[str, str]:
    """Return the texts of the recording page, or of the page that opens a table ("play"), by name."""
    with override(language):
        lines = render_to_string(f"scoring/table/{of}_words.txt").splitlines()
    return dict(line.split(": ", 1) for line in lines if line)
