"""Two sheets side by side: every declared key that differs, worded as it is declared.

That each declared key is compared when it is typed otherwise: tests/scoring/rule_editor/test_sheet_fields.py.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring.engine.loading import Data, resolved, tidied
from scoring.rules import SLUGS, read
from scoring.rules.comparing import FREE_WORDS, NAMED_ROWS, differences, grouped, note_of
from scoring.rules.exporting import canonical
from scoring.rules.values import SheetPath, value_at
from tests.support.engine.edits import Edit, drop, put
from tests.support.every import every

ONE_EDIT: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "one_edit.toml").read_text(encoding="utf-8")
)["edit"]


def edited(slug: str, *edits: Edit) -> Data:
    data = resolved(slug, read)
    for edit in edits:
        edit(data)
    return data


def move(place: str, to: int) -> Edit:
    table, key = place.split(".")

    def edit(data: Data) -> None:
        rows = [(name, row) for name, row in data[table].items() if name != key]
        rows.insert(to, (key, data[table][key]))
        data[table] = dict(rows)

    return edit


def edit_of(case: dict[str, Any]) -> Edit:
    if "drop" in case:
        return drop(case["drop"])
    return move(case["move"], case["to"]) if "move" in case else put(*next(iter(case["put"].items())))


@every("case", ONE_EDIT)
def test_an_edit_is_told_key_by_key(case: dict[str, Any]) -> None:
    before, after = edited(case["sheet"]), edited(case["sheet"], edit_of(case))
    found = differences(before, after)
    assert [difference.in_words("de") for difference in found] == case["de"]
    if "en" in case:
        assert [difference.in_words("en") for difference in found] == case["en"]
    assert len(differences(after, before)) == len(found)


def leaves(data: Any, path: SheetPath = ()) -> Iterator[tuple[SheetPath, str]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, (*path, key))
    else:
        yield path, str(data)


@pytest.mark.parametrize("slug", SLUGS[1:])
def test_every_difference_of_two_published_sheets_is_shown(slug: str) -> None:
    """Whatever only one of them says, and each row that stands elsewhere among those of both."""
    for other in SLUGS[: SLUGS.index(slug)]:
        old, new = (canonical(tidied(resolved(name, read))) for name in (slug, other))
        shown = {difference.path for difference in differences(old, new)}
        differing = {path for path, _text in {*leaves(old)} ^ {*leaves(new)}}
        for path in differing:
            assert any(path[: len(place)] == place for place in shown), (other, path)
        for table in (*NAMED_ROWS, *FREE_WORDS):
            was, now = old.get(table, {}), new.get(table, {})
            stayed = [key for key in was if key in now and (table, key) not in shown]
            assert stayed == [key for key in now if key in stayed], (other, table)
        same = {path for path in shown if value_at(old, path) == value_at(new, path)}
        assert all(path[0] in (*NAMED_ROWS, *FREE_WORDS) for path in same), "only its place is another"


def test_five_edits_stand_in_their_sections() -> None:
    after = edited(
        "treffpunkt",
        put("contracts.dreier.value", 6),
        put("premiums.trull.silent", 2),
        put("radl.length", 4),
        put("kontra.levels.hirsch", 16),
        drop("premiums.pagatfang"),
        drop("book.fair"),
    )
    found = differences(edited("treffpunkt"), after)
    assert note_of(found, "de").startswith(
        "Dreier 5 → 6; Trull, Wert still: 1 → 2; Pagatfang entfällt; Kontra, Stufen, Hirsch: – → 16;"
        " Radl, Länge: – → 4; „"
    )
    assert [(title.de, len(differing)) for title, differing in grouped(found)] == [
        ("Spiele", 1),
        ("Prämien", 2),
        ("Verdoppeln", 1),
        ("Radl", 1),
        ("Regelbuch", 1),
    ]


def test_a_note_of_many_changes_says_how_many_more_there_are() -> None:
    found = differences(edited("standard"), edited("zwanzigerrufen"))
    for language, more in (("de", "und {} weitere"), ("en", "and {} more")):
        words = {one.in_words(language) for one in found if one.path[0] != "book"}
        note = note_of(found, language, longest=200)
        assert len(note) <= 200
        assert note.endswith(f"; {more.format(len(words) + 1 - note.count('; '))}")


def test_the_sentences_of_the_rule_book_come_last_and_a_note_only_counts_them() -> None:
    words = (drop("book.fair"), drop("book.pot"))
    found = differences(edited("standard"), edited("standard", put("contracts.dreier.value", 6), *words))
    assert note_of(found, "de") == "Dreier 5 → 6; 2 Sätze im Regelbuch"
    assert note_of(found, "en") == "Dreier 5 → 6; 2 sentences of the rule book"
    assert note_of(found[:2], "de").endswith("“ entfällt")
    assert note_of(found[1:], "de").count("“ entfällt") == 2


def test_drafts_in_any_state_are_compared() -> None:
    halves: list[Data] = [
        {"kontra": "x", "radl": {"triggers": "y"}, "unsinn": {"a": 1}},
        {"contracts": "nichts", "premiums": {"a": 1}, "remarks": {"x": 3}, "options": {"silent_miss": 1}},
        {"contracts": {"neu": {"label": "Neu"}}, "open": {"contracts": {"geier": "Geier"}}, "money": {}},
    ]
    for data in halves:
        for language in ("de", "en"):
            assert note_of(differences(edited("standard"), data), language)
            assert note_of(differences(data, edited("standard")), language)
        assert differences(data, data) == []
