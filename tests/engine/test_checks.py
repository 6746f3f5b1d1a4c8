"""What is asked before a sheet is saved: each refusal and warning has a place and words in both languages."""

import re
import tomllib
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from scoring.engine.customs import Custom
from scoring.engine.loading import (
    Data,
    Mistake,
    mistakes_in,
    path_in_words,
    resolved,
    tidied,
)
from scoring.engine.loading.mistakes import MISTAKES
from scoring.engine.loading.places import KEYS
from scoring.engine.loading.tables import TABLES
from scoring.engine.words import LANGUAGES
from scoring.rules import SLUGS
from tests.engine.edited_sheets import kept
from tests.support.engine.edits import drop, put
from tests.support.every import every

GONE = "(gone)"
Edits = dict[str, Any]  # what is put into which places
Row = list[Any]  # the sheet, the edits, the code and perhaps its place


def sheet(slug: str, edits: Edits) -> Data:
    """A published sheet's data with something put into it, or taken away."""
    data = resolved(slug, kept)
    for place, value in edits.items():
        (drop(place) if value == GONE else put(place, value))(data)
    return data


def contract(**facts: Any) -> Data:
    return {"label": "Neues", "short": "N", "value": 4, "kind": "alone"} | facts


ROWS = tomllib.loads(Path(__file__).with_name("checks.toml").read_text(encoding="utf-8"))
REFUSED = [
    *ROWS["refused"],
    ["standard", {f"x{n}": 1 for n in range(30)}, "more_unknown_keys", ""],
    ["standard", {"remarks": {f"r{n}": "x" for n in range(101)}}, "too_many_rows"],
    ["standard", {"radl.lengths": {f"r{n}": 1 for n in range(101)}}, "too_many_rows"],
    [
        "standard",
        {f"contracts.n{n}": contract(label=f"N{n}", short=f"N{n}") for n in range(90)},
        "too_many_rows",
        "contracts",
    ],
]

# What is wrong before there is any data; tests/scoring/rules/test_importing.py and test_loading.py show it.
OF_FILES = {
    *("no_such_file", "file_too_big", "file_empty", "not_utf8", "not_toml", "too_deep"),
    *("toml_syntax", "toml_at_end", "toml_value", "toml_twice", "toml_character", "toml_number"),
    *("unknown_sheet", "unknown_sheet_near", "extends_in_a_circle", "nothing_to_leave_out"),
    *("unknown_path", "unknown_path_near"),
}


@every("row", REFUSED)
def test_a_sheet_that_cannot_work_is_refused_with_the_place_and_the_reason(row: Row) -> None:
    data = sheet(*row[:2])
    in_both_languages(row, mistakes_in(data), data)


@every("slug, edits, word", ROWS["misspelt"])
def test_the_nearest_right_word_is_proposed(slug: str, edits: Edits, word: str) -> None:
    (found,) = [mistake for mistake in mistakes_in(sheet(slug, edits)) if mistake.code.endswith("_near")]
    assert found.path.startswith(next(iter(edits)))
    assert f'perhaps "{word}" is meant' in found.in_words("en")


def in_both_languages(row: Row, found: tuple[Mistake, ...], data: Data) -> None:
    _slug, edits, code, *place = row
    assert (code, *(place or [*edits][-1:])) in [(mistake.code, mistake.path) for mistake in found], found
    for mistake in found:
        is_told_in_both_languages(mistake, data)


def is_told_in_both_languages(mistake: Mistake, data: Data) -> None:
    german, english = (mistake.in_words(language) for language in LANGUAGES)
    assert german != english
    for words in (german, english):
        assert words[0] == words[0].upper()
        assert words.endswith((".", ")."))
        assert not re.search(r"[{}]|None|True|False", words)
    for language in LANGUAGES:
        assert bool(path_in_words(mistake.path, data, language)) == bool(mistake.path)


def test_every_reason_is_shown_by_an_example() -> None:
    assert {row[2] for row in REFUSED} | OF_FILES == set(MISTAKES)


def test_both_languages_name_the_same_things() -> None:
    for code, (german, english) in MISTAKES.items():
        assert set(re.findall(r"\{\w+\}", german)) == set(re.findall(r"\{\w+\}", english)), code


@pytest.mark.parametrize(
    ("place", "german", "english"),
    [
        ("contracts.dreier.value", "Spiele › Dreier › Wert", "games › Dreier › value"),
        ("premiums.koenige.silent", "Prämien › Könige › Wert still", "premiums › Kings › silent value"),
        ("radl.triggers[1]", "Radl › Auslöser › 2", "Radl › triggers › 2"),
        ("kontra.levels.sub", "Kontra › Stufen › Sub", "kontra › steps › Sub"),
        ("remarks.seats.de", "Anmerkungen › seats › deutsch", "remarks › seats › German"),
        ("label", "Name", "name"),
        ("", "", ""),
    ],
)
def test_a_place_is_named_under_the_labels_of_the_sheet(place: str, german: str, english: str) -> None:
    data = resolved("standard", kept)
    assert path_in_words(place, data, "de") == german
    assert path_in_words(place, data, "en") == english


def test_a_place_in_a_ruined_sheet_is_named_all_the_same() -> None:
    for data in (
        {},
        {"contracts": 7},
        {"contracts": {"dreier": 7}},
        {"contracts": {"dreier": {"label": {}}}},
    ):
        assert path_in_words("contracts.dreier.value", data, "de") == "Spiele › dreier › Wert"
    label = {"contracts": {"dreier": {"label": "an\u202eneR"}}}
    assert "\u202e" not in path_in_words("contracts.dreier.value", label, "de")


def test_a_key_of_several_tables_is_called_the_same_in_all_of_them() -> None:
    for table in TABLES.values():
        assert all(KEYS[key] == declared.label for key, declared in table.items())


def test_every_custom_has_a_name_and_a_sentence_in_both_languages() -> None:
    for custom in Custom.__subclasses__():
        for language in ("de", "en"):
            assert len({member.label.in_language(language) for member in custom}) == len(custom), custom
            assert all(member.sentence.in_language(language) for member in custom), custom


# Tidying up after an edit


@pytest.mark.parametrize("slug", SLUGS)
def test_tidying_leaves_a_sheet_that_works_as_it_is(slug: str) -> None:
    data = resolved(slug, kept)
    before = deepcopy(data)
    assert tidied(data) == data == before


@every(
    "slug, edits, place",
    [
        ("standard", {"trischaken": 7}, "trischaken"),
        ("standard", {"radl.drawn": GONE, "needs": "viele"}, "needs"),
        ("standard", {"radl.drawn": GONE, "needs": "1/0"}, "radl.drawn"),
    ],
)
def test_what_tidying_cannot_read_is_left_for_the_answer(slug: str, edits: Edits, place: str) -> None:
    assert place in [mistake.path for mistake in mistakes_in(tidied(sheet(slug, edits)))]


WITHOUT: list[tuple[str, Callable[[Data], object]]] = [
    ("standard", lambda data: data["contracts"].pop("trischaken")),
    ("standard", lambda data: data["premiums"].pop("uhu")),
    ("zwanzigerrufen", lambda data: data["premiums"].pop("mondfang")),
    ("zwanzigerrufen", lambda data: data["premiums"].pop("valat")),
    ("treffpunkt", lambda data: data["contracts"].pop("piccolo")),
    ("standard", lambda data: [data["contracts"].pop(key) for key in ("besserrufer", "solobesser")]),
    ("standard", lambda data: data["radl"].update(triggers=[])),
    ("treffpunkt", lambda data: data["radl"]["triggers"].append("drawn")),
    ("zwanzigerrufen", lambda data: data["kontra"]["levels"].pop("re")),
    ("zwanzigerrufen", lambda data: data["kontra"].update(names={"sub": "Subkontra"})),
    ("treffpunkt", lambda data: data["trischaken"].update(jungfrau=False, jungfrauen="each")),
    ("treffpunkt", lambda data: data["trischaken"].update(jungfrauen="from_each")),
    ("treffpunkt", lambda data: data.update(side_by_side="none")),
    ("wien", lambda data: data["premiums"]["valat"].pop("silent")),
    ("standard", lambda data: data["trischaken"].update(renonce="bases")),
    ("standard", lambda data: data["contracts"]["bettler"].update(kind="alone")),
    ("standard", lambda data: data.update(beside_valat="none")),
    ("karlsruhe", lambda data: data["contracts"].update(einer=contract(label="Einer", short="E"))),
    ("zwanzigerrufen", lambda data: data["contracts"].update(rufer=contract(kind="calling", short="R"))),
    ("zwanzigerrufen", lambda data: data["contracts"].update(t=contract(kind="trischaken", short="T"))),
]


@every("slug, edit", WITHOUT)
def test_what_an_edit_leaves_behind_is_tidied_up(slug: str, edit: Callable[[Data], object]) -> None:
    data = resolved(slug, kept)
    edit(data)
    assert mistakes_in(data)
    assert mistakes_in(tidied(data)) == ()
