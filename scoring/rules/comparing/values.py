"""A single value of a sheet in words of both languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any

from scoring.engine.cards import NEEDED_CARDS
from scoring.engine.customs import Custom, Kind
from scoring.engine.loading.places import KEYS, YES_NO
from scoring.engine.money import number_in_words
from scoring.engine.rules import KONTRA_LABELS, Contract, PremiumRule, Rules
from scoring.engine.sides import limit_as_written, limits_as_written
from scoring.engine.telling import trigger_text
from scoring.engine.texts import Text

_LIMITS = ("needs", "needs_after_kontra", "step_from", "buergermeister")
_KONTRA = ("kontra_up_to", "with_announced_valat", "void_up_to")
# What exists only beside a certain choice is told with it: it came with that, or went with it.
COMPANIONS = {
    "tricks": "kind",
    "jungfrau_price": "jungfrauen",
    "renonce_times": "renonce",
    "solo_silent": "in_solo",
    "solo_announced": "in_solo",
}
_IN_THE_NAME = ("key", "label", "value", "silent", "announced")
_LIKE_THE_TABLE = Text("so viele, wie am Tisch sitzen", "as many as sit at the table")


def with_companions(rules: Rules, row: object, key: str) -> Text | None:
    """Return a value with those that exist only beside it: "zwei zahlen (Alle Stiche kosten: 4)"."""
    words = value_in_words(rules, key, getattr(row, key))
    beside = [name for name, main in COMPANIONS.items() if main == key and hasattr(row, name)]
    named = _named_values(rules, row, beside)
    if words is None or not named:
        return words
    beside_it = Text.joined(named)
    return Text(f"{words.de} ({beside_it.de})", f"{words.en} ({beside_it.en})")


def details(rules: Rules, row: Contract | PremiumRule) -> tuple[Text, ...]:
    """Return everything that a row says besides its name and value, but for what is usual."""
    further = [field.name for field in fields(row) if getattr(row, field.name) not in (field.default, ())]
    named = _named_values(rules, row, [name for name in further if name not in _IN_THE_NAME])
    if isinstance(row, Contract) and row.kind is Kind.TRISCHAKEN and rules.trischaken is not None:
        return named + all_entries(rules, rules.trischaken)
    return named


def all_entries(rules: Rules, table: Any) -> tuple[Text, ...]:
    """Return every entry of a table that has a value."""
    return _named_values(rules, table, [field.name for field in fields(table)])


def _named_values(rules: Rules, row: object, keys: Iterable[str]) -> tuple[Text, ...]:
    """Return keys with their values: "Wer es spielen darf: nur die Vorhand"; without those that have none."""
    named = [(KEYS[key], value_in_words(rules, key, getattr(row, key))) for key in keys]
    return tuple(
        Text(f"{name.de}: {words.de}", f"{name.en}: {words.en}") for name, words in named if words is not None
    )


def value_in_words(rules: Rules, key: str, value: Any) -> Text | None:
    """Return the value of a key as this sheet would say it; None if it has none."""
    if value is None or value in ((), {}):
        return _LIKE_THE_TABLE if key == "length" else None
    if isinstance(value, Text):
        return value
    if isinstance(value, bool):
        return YES_NO[value]
    if isinstance(value, Custom):
        return value.label
    if key in _LIMITS:
        return Text.same(limit_as_written(value, rules))
    if key == "drawn":
        first, last = value
        return Text.same(limits_as_written(first, last, rules))
    if key in _KONTRA:
        return Text.same(rules.kontra.label(value))
    if key == "birds":
        return Text.joined(rules.premiums[bird].label for bird in value)
    if key == "cards":
        return Text(
            *(", ".join(words) for words in zip(*(NEEDED_CARDS[cards] for cards in value), strict=True))
        )
    if key == "beside":
        return rules.contracts[value].label
    if key == "names":
        return Text.same(", ".join(f"{KONTRA_LABELS[step]}: {name}" for step, name in value.items()) or "–")
    if isinstance(value, Mapping):
        each = [(trigger_text(name, rules), number) for name, number in value.items()]
        return Text.joined(Text(f"{cause.de} {number}", f"{cause.en} {number}") for cause, number in each)
    if isinstance(value, Fraction):
        return Text.same(number_in_words(value))
    return Text.same(str(value))
