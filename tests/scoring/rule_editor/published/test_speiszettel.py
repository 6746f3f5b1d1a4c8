"""The Speiszettel says everything that a sheet says: every custom, every option, every key."""

import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from enum import StrEnum
from functools import cache
from itertools import chain
from operator import itemgetter
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.engine.customs import (
    BesideValat,
    BirdBy,
    Counting,
    Custom,
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
from scoring.engine.loading import Data, mistakes_in, resolved, rules_from
from scoring.engine.loading.reading import OneCustom
from scoring.engine.loading.tables import TABLES
from scoring.engine.options import CHOICES
from scoring.engine.rules import TABLES_OF_WORDS, PagatkassaTerms, Remark, Rules
from scoring.engine.texts import Text
from scoring.engine.triggers import TRIGGERS
from scoring.models import Evening, Sheet
from scoring.rules import SLUGS, published, read
from scoring.rules.printing import Speiszettel, printing, speiszettel, writer
from scoring.rules.printing.writer import Writer
from scoring.table.pages.recording_form import form_facts
from tests.support.clubs.clubs import CLUBS, club_data
from tests.support.pages import html_at
from tests.support.scoring.house import HOUSE, House, now
from tests.support.scoring.house_rules import dearer, republish, take
from tests.support.scoring.speiszettel import part, printed
from tests.support.scoring.tables import dreier
from tests.support.stages import stage

LANGUAGES = ("de", "en")


def of_each(value: Jungfrauen) -> int | None:
    return 2 if value is Jungfrauen.FROM_EACH else None


def premium(key: str = "pagat", **changed: Any) -> Callable[[Rules], Rules]:
    def change(rules: Rules) -> Rules:
        row = replace(rules.premiums[key], **changed)
        return replace(rules, premiums={**rules.premiums, key: row})

    return change


def in_solo(value: InSolo) -> Callable[[Rules], Rules]:
    listed = {"solo_silent": 3, "solo_announced": 5} if value is InSolo.LISTED else {}
    return premium(in_solo=value, **listed)


def contract(key: str = "dreier", **changed: Any) -> Callable[[Rules], Rules]:
    def change(rules: Rules) -> Rules:
        row = replace(rules.contracts[key], **changed)
        return replace(rules, contracts={**rules.contracts, key: row})

    return change


def other_kind(kind: Kind) -> Callable[[Rules], Rules]:
    return contract(kind=kind, tricks=2 if kind is Kind.NEGATIVE else None)


def whole(**changed: Any) -> Callable[[Rules], Rules]:
    return lambda rules: replace(rules, **changed)


def other_counting(counting: Counting) -> Callable[[Rules], Rules]:
    plain = counting is Counting.PLAIN
    return whole(counting=counting, needs=45 if plain else 107)


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


def test_there_is_a_way_to_every_custom() -> None:
    assert set(CUSTOMS) == set(Custom.__subclasses__())


def different(sheets: Mapping[Any, set[str]], *, usual: Any = None) -> None:
    """Each of them says something that none of the others says; the usual may be what nothing is said of."""
    for value, sheet in sheets.items():
        others = set().union(*(other for key, other in sheets.items() if key != value))
        assert sheet - others or value == usual, value
    assert len({frozenset(sheet) for sheet in sheets.values()}) == len(sheets)


# Everybody: no mark, no sentence; nothing is shared out, or doubled, otherwise than it is said anyway.
NOT_SAID: Mapping[type[StrEnum], StrEnum] = {
    Who: Who.ANYONE,
    Whose: Whose.EITHER,
    Jungfrauen: Jungfrauen.SHARE,
    Splits: Splits.EXACT,
    DoubledGames: DoubledGames.ALL,
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("custom", CUSTOMS, ids=lambda custom: custom.__name__)
def test_every_custom_is_printed_in_words_of_its_own(custom: type[StrEnum], language: str) -> None:
    rules = published()["treffpunkt"]
    usual = NOT_SAID.get(custom)
    different({value: printed(CUSTOMS[custom](value)(rules), language) for value in custom}, usual=usual)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("option", CHOICES)
def test_every_option_is_printed_in_words_of_its_own(option: str, language: str) -> None:
    rules = published()["cup" if option == "trischaken_base" else "standard"]
    different({value: printed(rules.under({option: value}), language) for value in CHOICES[option]})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cause_of_a_radl_is_printed(language: str) -> None:
    rules = published()["standard"]
    different({trigger: printed(part("radl", triggers=(trigger,))(rules), language) for trigger in TRIGGERS})


# Every key that `tables.toml` declares, with the values that published sheets and clubs say it with


# Short forms are for the list of hands; no sheet counts otherwise without other points, see `CUSTOMS`.
NOT_ALONE = {"contracts.short", "premiums.short", "sheet.counting"}
# What the keys of these rows say stands in the options and words themselves.
KEYS = {
    f"{table}.{key}": spec
    for table, keys in TABLES.items()
    if table not in ("options", "words", "open")
    for key, spec in keys.items()
}
OF_SHEETS = {
    **{slug: club_data(slug) for slug in CLUBS},
    **{slug: resolved(slug, read) for slug in SLUGS},
}


def without_words(data: Data) -> Data:
    """The sheet without sentences of its own, of which some come and go with what they belong to."""
    options = {key: row for key, row in data["options"].items() if row["changes"] == "amounts"}
    return {key: value for key, value in data.items() if key not in TABLES_OF_WORDS} | {"options": options}


BARE = {slug: without_words(data) for slug, data in OF_SHEETS.items()}


def holders(data: Data, table: str) -> list[Data]:
    """The sheet itself, a table of it if it has it, or the rows of one."""
    if table in ("contracts", "premiums"):
        return [*data[table].values()]
    return [data] if table == "sheet" else [data[table]] if table in data else []


def other_values(table: str, key: str) -> list[Any]:
    """What sheets say under this key, a little more and less, the most that can be said, and nothing."""
    values: list[Any] = [None, True, False, getattr(TABLES[table][key].read, "most", None)]
    for data in OF_SHEETS.values():
        values += [row[key] for row in holders(data, table) if key in row]
    values += [value + more for value in values if type(value) is int for more in (-4, -1, 1, 4)]
    values += [["33/2", *value[1:]] for value in values if isinstance(value, list)]  # a wider 35:35
    return [value for place, value in enumerate(values) if value not in values[:place]]


def changes(table: str, key: str) -> Iterator[tuple[str, Rules]]:
    """Every legal sheet that is one of them but for one value of this key, and which one."""
    places = [
        (slug, number, key not in holder)
        for slug, data in BARE.items()
        for number, holder in enumerate(holders(data, table))
    ]
    for slug, number, _is_missing in sorted(places, key=itemgetter(2)):  # where it is said, it can be
        for value in other_values(table, key):
            changed = deepcopy(BARE[slug])
            holder = holders(changed, table)[number]
            holder.pop(key, None)
            holder |= {} if value is None else {key: value}
            if changed != BARE[slug] and not mistakes_in(changed):
                yield slug, rules_from(changed, slug)


@cache
def printed_as_it_is(slug: str, language: str) -> set[str]:
    return printed(rules_from(BARE[slug], slug), language)


@pytest.mark.parametrize("path", sorted(KEYS.keys() - NOT_ALONE))
def test_every_declared_key_is_printed(path: str) -> None:
    """One that is not needs a `chapter` in its declaration, or a function of `customs.py` that says it."""
    assert any(
        all(printed(rules, language) != printed_as_it_is(slug, language) for language in LANGUAGES)
        for slug, rules in changes(*path.split("."))
    )


VALUES = [
    path
    for path, spec in KEYS.items()
    if path.removeprefix("sheet.") not in {*TABLES, *TABLES_OF_WORDS} and not isinstance(spec.read, OneCustom)
]


@pytest.mark.parametrize("path", VALUES)
def test_a_key_without_a_sentence_is_printed_by_its_name_and_value(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a new key is, of which nothing but its declaration says where it stands."""
    label = KEYS[path].label.de
    new = KEYS[path]._replace(printed=None, printed_no=None, chapter="cards")
    monkeypatch.setattr(writer, "KEYS", {path.removeprefix("sheet."): new})
    sheets = (rules_from(data, slug) for slug, data in BARE.items())
    changed = (rules for _slug, rules in changes(*path.split(".")))
    written = ([*Writer(rules, "de").keys_in("cards")] for rules in chain(sheets, changed))
    for sentence in next(sentences for sentences in written if sentences):
        assert re.fullmatch(rf"{re.escape(label)}( \([^{{}}]+\))?: [^{{}}]+\.", sentence, re.IGNORECASE)
        assert not re.search("None|True|False|Text", sentence)


def test_a_note_beside_a_row_is_printed_as_it_is_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    blank = KEYS["contracts.blank"]
    beside = blank._replace(printed=Text("wird nicht gespielt", "is not played"), chapter=writer.NOTE)
    for spec, note in ((beside, "is not played"), (beside._replace(printed=None), f"{blank.label.en}: yes")):
        monkeypatch.setattr(writer, "KEYS", {**writer.KEYS, "contracts.blank": spec})
        games = speiszettel(contract("rufer", blank=True)(published()["treffpunkt"]), "en").games
        assert [game.label for game in games if note.lower() in game.note.lower()] == ["Rufer"]


@pytest.mark.parametrize(
    ("terms", "told"),
    [
        (PagatkassaTerms(stake=10), "every dealer pays in €0.10."),
        (PagatkassaTerms(stake=10, start=50), "Whenever it is empty everybody pays in €0.50."),
        (PagatkassaTerms(stake=10, start=50, start_again=False), "At the beginning everybody pays in €0.50."),
        (PagatkassaTerms(stake=10, ceiling=200), "(€2.00 at most)"),
        (PagatkassaTerms(stake=10, pot_ceiling=500), "There is €5.00 in the Pagatkassa at most;"),
    ],
)
def test_the_pagatkassa_is_printed_as_it_is_agreed(terms: PagatkassaTerms, told: str) -> None:
    sheet = speiszettel(replace(published()["cup"], pagatkassa=terms), "en")
    assert told in " ".join(sentence for custom in sheet.customs for sentence in custom.sentences)


def test_a_radl_of_negative_games_says_that_trischaken_is_none_of_them() -> None:
    rules = part("radl", doubled_games=DoubledGames.NEGATIVE)(published()["standard"])
    assert "Doppelt zählen davon nur Negativspiele, Trischaken nicht." in printed(rules, "de")
    assert "Of these only negative games count double, not Trischaken." in printed(rules, "en")


def called(length: int) -> Callable[[Rules], Rules]:
    return lambda rules: part("radl", length=length)(rules).under({"radl_start": "called"})


def alone(rules: Rules) -> Rules:
    """Of two who pay, the Vorhand alone."""
    return part("trischaken", custom=TrischakenCustom.TWO_PAY, vorhand_pays=6)(rules).under(
        {"vorhand_tie": "alone"}
    )


SAID: list[tuple[str, Callable[[Rules], Rules], str, str]] = [
    ("one hand that is called", called(1), "Radl", "A hand counts double only when the director calls it."),
    (
        "hands that are called",
        called(3),
        "Radl",
        "There are 3 double hands only when the director calls them.",
    ),
    (
        "the Vorhand alone",
        alone,
        "Trischaken",
        "The Vorhand pays alone too when sharing most points with others.",
    ),
]


@pytest.mark.parametrize(("change", "title", "said"), [row[1:] for row in SAID], ids=[row[0] for row in SAID])
def test_what_is_seldom_agreed_has_a_sentence(
    change: Callable[[Rules], Rules], title: str, said: str
) -> None:
    rules = published()["treffpunkt"]
    assert said in custom(speiszettel(change(rules), "en"), title)
    assert said not in custom(speiszettel(rules, "en"), title)


def custom(sheet: Speiszettel, title: str) -> str:
    return " ".join(next(custom.sentences for custom in sheet.customs if custom.title == title))


def test_the_payout_of_a_trischaken_is_shown_by_an_example_that_is_worked_out() -> None:
    one_pays = custom(speiszettel(published()["standard"], "en"), "Trischaken")
    assert "the Vorhand first: 30, 20, 12, 8 points: −12, +4, +4, +4" in one_pays
    assert "with a Jungfrau 20, 33, 17, 0 points: 0, −6, 0, +6" in one_pays
    two_pay = custom(speiszettel(published()["treffpunkt"], "de"), "Trischaken")
    assert "30, 20, 12, 8 Punkte: −2, −2, +2, +2; mit Jungfrau 20, 33, 17, 0 Punkte: −2, −2, 0, +4" in two_pay
    places_alone = custom(speiszettel(published()["karlsruhe"], "de"), "Fahrer")
    assert "30, 20, 12, 8 Punkte: −2, −2, +2, +2." in places_alone
    assert "Jungfrau" not in places_alone
    assert "Bürgermeister" not in places_alone


def test_a_game_with_a_bird_says_what_both_together_cost() -> None:
    games = {game.label: game for game in speiszettel(published()["treffpunkt"], "de").games}
    assert games["Besserrufer"].value == "2 + Vogel"
    assert games["Besserrufer"].note == "mit Pagat 4, Uhu 6, Kakadu 8, Quapil 10"
    assert games["Solobesser"].note == "mit Pagat 8, Uhu 12, Kakadu 16, Quapil 20"


def test_a_house_writes_its_limits_in_its_own_way() -> None:
    rules = published()["standard"]
    other = replace(rules, limits=LimitNotation.BLATT)
    words = " ".join(printed(other, "de"))
    assert "braucht 35/2 von 70" in words
    assert "35:35 heißt 34/2–35/1" in words
    assert "mindestens 45/2" in words
    assert form_facts(other, language="de")["writes_blatt"] is True
    assert form_facts(rules, language="de")["writes_blatt"] is False


def test_at_a_table_stands_what_holds_there_and_what_was_agreed() -> None:
    sheet = speiszettel(
        published()["standard"], "en", agreed={"silent_miss": "charged", "radl_nesting": "ignore"}
    )
    assert sheet.agreed == (
        "Missed silently: costs the silent value",
        "A trigger inside a Radl: does not count",
    )
    assert "Missed silently, the silent value goes to the other side (not with Valat)." in sheet.of_premiums
    assert "A new trigger during a Radl does not count." in custom(sheet, "Radl")


def test_the_more_is_agreed_the_smaller_it_is_printed() -> None:
    def size(rules: Rules) -> int:
        return int(printing.setting_of(speiszettel(rules, "de"))["size"].removeprefix("pt"))

    rules = published()["standard"]
    more = {str(number): Remark(Text(60 * "Wort ", 60 * "word ")) for number in range(5)}
    long = replace(rules, remarks={**rules.remarks, **more})
    assert size(long) < size(rules)
    longest = replace(
        rules, remarks={str(number): Remark(Text(60 * "Wort ", 60 * "word ")) for number in range(90)}
    )
    assert not printing.setting_of(speiszettel(longest, "de"))["whole"]
    assert size(longest) == 100 * printing.SMALLEST


# The Speiszettel of exactly the version that a table played, and the short code on everything recorded


DEARER = 9


@stage(on=HOUSE)
def sheet(house: House) -> Sheet:
    sheet = house.sheet(rules="standard", evening=house.evening("standard", silent_miss="charged"))
    house.play(sheet, dreier("Anna"))
    return now(sheet)


def rules_page(client: Client, sheet: Sheet, code: str = "") -> str:
    return html_at(client, f"/sheets/{sheet.pk}/rules/" + (f"?code={code}" if code else ""))


def price_of_a_dreier(text: str) -> int:
    row = text[text.index('<span class="leader">Dreier</span>') :]
    return int(row[row.index('<td class="price">') + len('<td class="price">') : row.index("</td>")])


def test_a_table_that_changed_its_rules_shows_each_version_under_its_code(
    house: House, sheet: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    republish(monkeypatch, dearer(DEARER))
    take(house, sheet.evening)
    evening = Evening.objects.select_related("ruleset").get(pk=sheet.evening.pk)
    first, second = sheet.ruleset.code, evening.ruleset.code
    anna = house.client("Anna", "en")
    assert price_of_a_dreier(rules_page(anna, sheet)) == DEARER
    assert "The published sheet has changed since." in rules_page(anna, sheet, first)
    assert price_of_a_dreier(rules_page(anna, sheet, first)) == 5
    assert price_of_a_dreier(rules_page(anna, sheet, second)) == DEARER
    assert anna.get(reverse("scoring:sheet_rules", args=[sheet.pk]), {"code": "ffffff"}).status_code == 404
    for address in everywhere(sheet):
        text = html_at(anna, address)
        assert f"Standard rules · 1 · {first}" in text
        assert f"Standard rules · 2 · {second}" in text
        assert f'href="/sheets/{sheet.pk}/rules/?code={first}"' in text


def everywhere(sheet: Sheet) -> list[str]:
    """The pages of what was recorded."""
    evening = sheet.evening
    return [sheet.get_absolute_url(), evening.get_absolute_url()]
