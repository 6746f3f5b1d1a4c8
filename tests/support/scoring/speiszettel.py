"""The Speiszettel as text, and the page on which it is published."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any

from django.test import Client

from scoring.engine.customs import (
    BesideValat,
    BirdBy,
    Counting,
    DoubledGames,
    Effect,
    HighCard,
    InSolo,
    Jungfrauen,
    Kind,
    LimitNotation,
    RenonceCustom,
    SideBySide,
    Splits,
    TrischakenCustom,
    TrischakenRenonce,
    Who,
    Whose,
)
from scoring.engine.rules import Rules
from scoring.rules.printing import GameRow, speiszettel
from scoring.rules.printing.book import rulebook_chapters
from tests.support.pages import text_at


def texts(sheet: object) -> Iterator[str]:
    """Everything that is printed of it; a game with its price and its marks is one text."""
    if isinstance(sheet, GameRow):
        yield " ".join((*(mark.sign for mark in sheet.marks), sheet.label, sheet.note, sheet.value))
    elif isinstance(sheet, str):
        yield sheet
    elif isinstance(sheet, tuple):
        for part in sheet:
            yield from texts(part)
    elif isinstance(sheet, int) and not isinstance(sheet, bool):
        yield str(sheet)
    elif hasattr(sheet, "__dataclass_fields__"):
        for field in fields(sheet):
            yield from texts(getattr(sheet, field.name))


def printed(rules: Rules, language: str) -> set[str]:
    """The sheet and its rule book: all but the list of what else could be agreed."""
    sheet = replace(speiszettel(rules, language), options_for_amounts=())
    return {*texts(sheet), *texts(rulebook_chapters(rules, language))}


def page_above_examples(slug: str, language: str) -> str:
    """What is read on a published sheet's page above the games with their worked examples."""
    heading = {"de": "Durchgerechnete Beispiele", "en": "Worked examples"}[language]
    return text_at(Client(), f"/rules/{slug}/?language={language}").partition(heading)[0]


def contract(key: str = "dreier", **changed: Any) -> Callable[[Rules], Rules]:
    def change(rules: Rules) -> Rules:
        row = replace(rules.contracts[key], **changed)
        return replace(rules, contracts={**rules.contracts, key: row})

    return change


def premium(key: str = "pagat", **changed: Any) -> Callable[[Rules], Rules]:
    def change(rules: Rules) -> Rules:
        row = replace(rules.premiums[key], **changed)
        return replace(rules, premiums={**rules.premiums, key: row})

    return change


def part(name: str, **changed: Any) -> Callable[[Rules], Rules]:
    return lambda rules: replace(rules, **{name: replace(getattr(rules, name), **changed)})


def whole(**changed: Any) -> Callable[[Rules], Rules]:
    return lambda rules: replace(rules, **changed)


def other_counting(counting: Counting) -> Callable[[Rules], Rules]:
    plain = counting is Counting.PLAIN
    return whole(counting=counting, needs=45 if plain else 107)


def other_kind(kind: Kind) -> Callable[[Rules], Rules]:
    return contract(kind=kind, tricks=2 if kind is Kind.NEGATIVE else None)


def in_solo(value: InSolo) -> Callable[[Rules], Rules]:
    listed = {"solo_silent": 3, "solo_announced": 5} if value is InSolo.LISTED else {}
    return premium(in_solo=value, **listed)


def of_each(value: Jungfrauen) -> int | None:
    return 2 if value is Jungfrauen.FROM_EACH else None


# How a sheet gets each value of each custom.
CUSTOMS: Mapping[type[StrEnum], Callable[[Any], Callable[[Rules], Rules]]] = {
    Counting: other_counting,
    LimitNotation: lambda value: whole(limits=value),
    Kind: other_kind,
    Who: lambda value: contract(who=value),
    Whose: lambda value: premium(whose=value),
    InSolo: in_solo,
    Effect: lambda value: premium("valat", effect=value),
    BesideValat: lambda value: whole(beside_valat=value),
    BirdBy: lambda value: whole(bird_by=value),
    HighCard: lambda value: whole(high_card=value),
    TrischakenCustom: lambda value: part("trischaken", custom=value, all_tricks=4),
    Jungfrauen: lambda value: part("trischaken", jungfrauen=value, jungfrau_price=of_each(value)),
    DoubledGames: lambda value: part("radl", doubled_games=value),
    Splits: lambda value: part("trischaken", splits=value),
    SideBySide: lambda value: whole(side_by_side=value),
    TrischakenRenonce: lambda value: part("trischaken", renonce=value, renonce_times=2),
    RenonceCustom: lambda value: whole(renonce=value),
}
