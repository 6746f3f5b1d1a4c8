"""A rule sheet as a Speiszettel: what can be played, what it is worth, and the customs in plain sentences."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from scoring.engine.cards import NUMERALS, pack_of
from scoring.engine.customs import Counting, Effect, InSolo, Kind, Who
from scoring.engine.money import number_in_words
from scoring.engine.options import OPTIONS, choice_label
from scoring.engine.result import Amount, exact
from scoring.engine.rules import Contract, OptionNote, PremiumRule, Rules
from scoring.rules import published
from scoring.rules.printing.customs import Matter, customs_by_chapter
from scoring.rules.printing.writer import Writer


class Mark(NamedTuple):
    """A sign beside a contract, and what it stands for."""

    sign: str
    meaning: str


class GameRow(NamedTuple):
    """A contract as the list prints it."""

    label: str
    value: str
    marks: tuple[Mark, ...]
    note: str


class PremiumRow(NamedTuple):
    """A premium as the list prints it; a dash where it does not exist that way."""

    label: str
    silent: str
    announced: str
    solo: str
    note: str
    numeral: str  # of the tarock it is about, if there is one


class Imprint(NamedTuple):
    """The name and code of a text, to compare two printed sheets by eye."""

    code: str
    edition: int | None = None  # of a text that nobody has played here yet there is none, and no date
    day: date | None = None


@dataclass(frozen=True)
class Speiszettel:
    """Everything a player must know to bid and to count."""

    slug: str
    label: str
    about: str
    games: tuple[GameRow, ...]
    legend: tuple[Mark, ...]
    premiums: tuple[PremiumRow, ...]
    has_solo_prices: bool
    of_premiums: tuple[str, ...]
    kontra: tuple[tuple[str, int], ...]
    of_kontra: tuple[str, ...]
    customs: tuple[Matter, ...]
    options_for_amounts: tuple[str, ...]
    options_for_play: tuple[str, ...]
    remarks: tuple[str, ...]
    reminders: tuple[str, ...]
    redeals: tuple[str, ...]
    without_value: tuple[str, ...]
    agreed: tuple[str, ...] = ()  # at one table only
    version: Imprint | None = None


def speiszettel(
    rules: Rules,
    language: str,
    version: Imprint | None = None,
    agreed: Mapping[str, str | int] = MappingProxyType({}),
    currency: str = "EUR",
) -> Speiszettel:
    """Return the Speiszettel of one sheet in one language; at a table with its agreements."""
    rules = rules.under(agreed)
    say = Writer(rules, language, agreed, currency)
    games = tuple(_game(say, contract) for contract in rules.contracts.values())
    customs = customs_by_chapter(say)
    of_premiums, of_kontra = (customs.pop(chapter).sentences for chapter in ("announcing", "kontra"))
    still_open = (*rules.open_contracts.values(), *rules.open_premiums.values())
    return Speiszettel(
        slug=rules.slug,
        label=rules.label.in_language(language),
        about=rules.about.in_language(language),
        games=games,
        legend=tuple(dict.fromkeys(mark for game in games for mark in game.marks)),
        premiums=tuple(_premium(say, rule) for rule in rules.premiums.values()),
        has_solo_prices=any(rule.in_solo is InSolo.LISTED for rule in rules.premiums.values()),
        of_premiums=of_premiums,
        of_kontra=of_kontra,
        kontra=tuple((rules.kontra.label(level), times) for level, times in rules.kontra.levels.items()),
        customs=tuple(customs.values()),
        options_for_amounts=tuple(_option(say, note) for note in rules.option_notes if note.is_offered),
        options_for_play=tuple(_option(say, note) for note in rules.option_notes if not note.changes_amounts),
        remarks=tuple(remark.in_language(language) for remark in rules.remarks.values()),
        reminders=tuple(reminder.in_language(language) for reminder in rules.reminders.values()),
        redeals=tuple(hand.in_language(language) for hand in rules.redeals.values()),
        without_value=tuple(label.in_language(language) for label in still_open),
        agreed=tuple(
            f"{say.text(OPTIONS[key].matter)}: {say.text(choice_label(key, value))}"
            for key, value in agreed.items()
        ),
        version=version,
    )


@cache
def published_sheets(language: str) -> tuple[Speiszettel, ...]:
    """Return the Speiszettel of every published sheet, computed once in a process."""
    return tuple(speiszettel(rules, language) for rules in published().values())


def _game(say: Writer, contract: Contract) -> GameRow:
    value = number_in_words(contract.value)
    notes = [*_also(say, contract), *_talon(say, contract.talon)]
    if contract.note:
        notes.append(contract.note.in_language(say.language))
    if contract.lost is not None:
        value += f" (−{number_in_words(contract.lost)})"
    if contract.tricks is not None:
        notes.append(_tricks(say, contract.tricks))
    if contract.beside is not None:
        companion = say.label(say.rules.contracts[contract.beside])
        if not any(companion in note for note in notes):
            notes.append(say("nur neben {}", "only beside {}", companion))
    if contract.blank:
        notes.append(say("blank sofort bezahlt", "blank: paid at once"))
    birds = [say.rules.premiums[bird] for bird in contract.birds]
    together = [number_in_words(exact(contract.value + bird.price_with(contract))) for bird in birds]
    if len(birds) == 1:
        value += f" + {birds[0].short} = {together[0]}"
    elif birds:
        value += say(" + Vogel", " + bird")
        each = (f"{say.label(bird)} {worth}" for bird, worth in zip(birds, together, strict=True))
        notes.append(say("mit {}", "with {}", ", ".join(each)))
    notes += say.notes("contracts", contract)
    return GameRow(say.label(contract), value, tuple(_marks(say, contract)), "; ".join(notes))


def _talon(say: Writer, cards: int | None) -> Iterator[str]:
    """Yield how much of the talon is taken, unless it is the usual half."""
    if cards == pack_of(say.rules).talon:
        yield say("ganzer Talon", "whole talon")
    elif cards == 1:
        yield say("eine einzige Talonkarte", "a single card of the talon")
    elif cards is not None and cards != pack_of(say.rules).half_a_talon:
        yield say("{} Talonkarten", "{} cards of the talon", cards)


def _also(say: Writer, row: Contract | PremiumRule) -> Iterator[str]:
    """Yield the other names of a game or premium."""
    if row.also is not None:
        yield say("auch {}", "also {}", say.text(row.also))


def _tricks(say: Writer, tricks: int) -> str:
    if tricks == 0:
        return say("kein Stich", "no trick")
    if tricks == 1:
        return say("genau 1 Stich", "exactly 1 trick")
    return say("genau {} Stiche", "exactly {} tricks", tricks)


_SIGNS = {Who.VORHAND: "V", Who.NEVER_VORHAND: "A"}


def _marks(say: Writer, contract: Contract) -> Iterator[Mark]:
    for meaning in say.custom(contract.who):
        yield Mark(_SIGNS[contract.who], meaning)
    if contract.solo:
        with_talon = say.rules.counting is Counting.BLATT
        yield Mark(
            "S", say("Solo, ohne Talon", "solo, without the talon") if with_talon else say("Solo", "solo")
        )
    if contract.colour:
        yield Mark("F", say("Farbenspiel", "colour game"))
    if contract.kind in (Kind.NEGATIVE, Kind.TRISCHAKEN):
        yield Mark("−", say("Negativspiel", "negative game"))


def _premium(say: Writer, rule: PremiumRule) -> PremiumRow:
    times = "×" if rule.effect is Effect.MULTIPLIES else ""

    def price(amount: Amount | None) -> str:
        return "–" if amount is None else f"{times}{number_in_words(amount)}"

    notes = [*_also(say, rule), *([rule.note.in_language(say.language)] if rule.note else [])]
    notes += say.notes("premiums", rule)
    solo = f"{price(rule.solo_silent)} / {price(rule.solo_announced)}"
    return PremiumRow(
        label=say.label(rule),
        silent=price(rule.silent),
        announced=price(rule.announced),
        solo=solo if rule.in_solo is InSolo.LISTED else "–",
        note="; ".join(notes),
        numeral=NUMERALS.get(rule.key, ""),
    )


def _option(say: Writer, note: OptionNote) -> str:
    """Return what a table may choose instead of the sheet's own value."""
    if note.words is not None:
        return note.words.in_language(say.language)
    usual = say.rules.options[note.key]
    others = [words for value, words in OPTIONS[note.key].choices(say.language) if value != usual]
    return f"{say.text(OPTIONS[note.key].matter)}: {say(' oder ', ' or ').join(others)}"
