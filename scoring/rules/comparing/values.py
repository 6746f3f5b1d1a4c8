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
from scoring.engine.telling import trigger_in_words
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
    german, english = (", ".join(texts) for texts in zip(*named, strict=True))
    return Text(f"{words.de} ({german})", f"{words.en} ({english})")


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
    if value is None or value == ():
        return _LIKE_THE_TABLE if key == "length" else None
    if isinstance(value, Text):
        return value
    if isinstance(value, bool):
        return YES_NO[value]
    if isinstance(value, Custom):
        return value.label
    if key in _LIMITS:
        return _same(limit_as_written(value, rules))
    if key == "drawn":
        first, last = value
        return _same(limits_as_written(first, last, rules))
    if key in _KONTRA:
        return _same(rules.kontra.label(value))
    if key == "birds":
        labels = [rules.premiums[bird].label for bird in value]
        return Text(", ".join(label.de for label in labels), ", ".join(label.en for label in labels))
    if key == "cards":
        return Text(
            *(", ".join(words) for words in zip(*(NEEDED_CARDS[cards] for cards in value), strict=True))
        )
    if key == "beside":
        return rules.contracts[value].label
    if key == "names":
        return _same(", ".join(f"{KONTRA_LABELS[step]}: {name}" for step, name in value.items()) or "–")
    if isinstance(value, Mapping):
        return _each(rules, value)
    if isinstance(value, Fraction):
        return _same(number_in_words(value))
    return _same(str(value))


def _each(rules: Rules, numbers: Mapping[str, int]) -> Text | None:
    """Return a number for each trigger of a Radl: "nach Trischaken 4, nach 35:35 1"."""
    german, english = (
        ", ".join(f"{trigger_in_words(name, rules, language)} {number}" for name, number in numbers.items())
        for language in ("de", "en")
    )
    return Text(german, english) if numbers else None


def _same(words: str) -> Text:
    return Text(words, words)
