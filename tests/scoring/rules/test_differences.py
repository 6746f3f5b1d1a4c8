"""Two sheets side by side: everything that differs, each thing once, in words that a table understands."""

import tomllib
from pathlib import Path
from typing import Any

from scoring.engine.loading import Data
from scoring.rules import published
from scoring.rules.comparing.differences import ChangeKind, differences, grouped, note_of
from tests.support.engine.edits import Edit, changed, drop, put
from tests.support.every import every

ONE_EDIT: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "one_edit.toml").read_text(encoding="utf-8")
)["edit"]


# What was said of it goes with a custom, and that is told as well.
WENT_ALONG = {
    *("remarks.stichzwang", "remarks.trischaken_talon", "options.schlussradl_end", "remarks.birds"),
    *("book.vorhand_alone", "book.trischaken_mixed", "book.trischaken_open", "book.trischaken_play"),
}


def move(table: str, key: str, to: int) -> Edit:
    def edit(data: Data) -> None:
        rows = [(name, row) for name, row in data[table].items() if name != key]
        rows.insert(to, (key, data[table][key]))
        data[table] = dict(rows)

    return edit


def edit_of(case: dict[str, Any]) -> tuple[str, Edit]:
    """The place that is edited, and how."""
    if "drop" in case:
        return case["drop"], drop(case["drop"])
    if "move" in case:
        return case["move"], move(*case["move"].split("."), case["to"])
    [(place, value)] = case["put"].items()
    return place, put(place, value)


@every("case", ONE_EDIT)
def test_one_edit_is_one_difference(case: dict[str, Any]) -> None:
    place, edit = edit_of(case)
    place = case.get("place", place)
    before, after = published()[case["sheet"]], changed(case["sheet"], edit)
    found = differences(before, after)
    own = [difference for difference in found if difference.path not in WENT_ALONG - {place}]
    assert [(difference.group, difference.path) for difference in own] == [(case["group"], place)], found
    assert found[0].in_words("de") == case["de"]
    assert found[0].in_words("en") == case.get("en", case["de"])
    assert differences(after, before)
    assert note_of(found[:1], "de") == case["de"]


def test_five_edits_are_five_differences_in_their_groups() -> None:
    after = changed(
        "treffpunkt",
        put("contracts.dreier.value", 6),
        put("premiums.trull.silent", 2),
        lambda data: data["radl"]["triggers"].append("drawn"),
        put("kontra.levels.hirsch", 16),
        drop("premiums.pagatfang"),
    )
    found = differences(published()["treffpunkt"], after)
    assert note_of(found, "de") == (
        "Dreier 5 → 6; Trull, Wert still: 1 → 2; Pagatfang entfällt; Hirsch neu (×16);"
        " Radl nach 35:35 neu (34/2–35/1)"
    )
    assert [(group["key"], len(group["differences"])) for group in grouped(found)] == [
        ("contracts", 1),
        ("premiums", 2),
        ("kontra", 1),
        ("radl", 1),
    ]
    assert {difference.change for difference in found} == {
        ChangeKind.ADDED,
        ChangeKind.REMOVED,
        ChangeKind.CHANGED,
    }


def test_a_note_of_many_changes_says_how_many_more_there_are() -> None:
    found = differences(published()["standard"], published()["zwanzigerrufen"])
    sentences = 1 + sum(difference.group != "book" for difference in found)  # those of the book are counted
    assert sentences > 40
    for language, more in (("de", "und {} weitere"), ("en", "and {} more")):
        note = note_of(found, language, longest=200)
        assert len(note) <= 200
        assert note.endswith(f"; {more.format(sentences - note.count('; '))}")


def test_the_sentences_of_the_rule_book_come_last_and_a_note_only_counts_them() -> None:
    words = (drop("book.fair"), drop("book.pot"))
    found = differences(
        published()["standard"], changed("standard", put("contracts.dreier.value", 6), *words)
    )
    assert [difference.group for difference in found] == ["contracts", "book", "book"]
    assert note_of(found, "de") == "Dreier 5 → 6; 2 Sätze im Regelbuch"
    assert note_of(found, "en") == "Dreier 5 → 6; 2 sentences of the rule book"
    assert note_of(found[:2], "de").endswith("“ entfällt")
    assert note_of(found[1:], "de").count("“ entfällt") == 2
