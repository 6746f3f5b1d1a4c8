"""A sheet as a file: one order, one spelling, and the same again when it comes back."""

from __future__ import annotations

import tomllib
from copy import deepcopy

import pytest

from scoring.engine.loading import Data, resolved, rules_from
from scoring.rules import SLUGS, read
from scoring.rules.canonical import canonical
from scoring.rules.exporting import exported, label_of
from scoring.rules.importing import imported


@pytest.mark.parametrize("slug", SLUGS)
def test_a_published_sheet_comes_back_as_it_was(slug: str) -> None:
    data = resolved(slug, read)
    before = deepcopy(data)
    file = exported(data)
    back = imported(file.encode())
    assert back.data is not None
    assert exported(back.data) == file
    assert data == before
    assert rules_from(back.data, slug) == rules_from(data, slug)
    for table in ("contracts", "premiums", "options", "remarks"):
        assert list(back.data[table]) == list(data[table])


@pytest.mark.parametrize("slug", SLUGS)
def test_the_file_is_written_as_a_person_would(slug: str) -> None:
    lines = exported(resolved(slug, read)).splitlines()
    assert lines[0].startswith("# ")
    assert "[contracts]" not in lines
    assert all(not line.startswith(("levels.", "[kontra.")) for line in lines)
    assert lines[-1]


def test_the_order_of_keys_and_what_is_usual_mean_nothing() -> None:
    data = resolved("standard", read)
    turned = dict(reversed(data.items()))
    turned["contracts"] = {key: dict(reversed(row.items())) for key, row in data["contracts"].items()}
    turned["contracts"]["dreier"] |= {
        "solo": False,
        "who": "anyone",
        "label": {"de": "Dreier", "en": "Dreier"},
    }
    turned["premiums"] = {key: {"whose": "either", **row} for key, row in data["premiums"].items()}
    turned["high_card"] = "vorhand"
    turned["radl"] = data["radl"] | {"triggers": data["radl"]["triggers"][::-1]}
    assert exported(turned) == exported(data)
    assert rules_from(turned, "club") == rules_from(data, "club")


def test_the_order_of_games_premiums_options_and_remarks_is_kept() -> None:
    data = resolved("standard", read)
    for table in ("contracts", "premiums", "options", "remarks"):
        turned = data | {table: dict(reversed(data[table].items()))}
        assert exported(turned) != exported(data)
        back = imported(exported(turned).encode())
        assert back.data is not None
        assert list(back.data[table]) == list(turned[table])


@pytest.mark.parametrize("key", ["label", "note", "about", "levels", "de", "en"])
def test_a_game_may_be_called_like_a_key_of_the_file(key: str) -> None:
    data = resolved("standard", read)
    row = data["contracts"]["dreier"] | {"label": "Eigenes", "short": "Eig"}
    data["contracts"] = {"rufer": data["contracts"]["rufer"], key: row, **data["contracts"]}
    data["options"][key] = {"changes": "play", "de": "Wörtlich", "en": "Literally"}
    back = imported(exported(data).encode())
    assert back.data is not None, back.mistakes
    assert list(back.data["contracts"]) == list(data["contracts"])
    assert list(back.data["options"]) == list(data["options"])


@pytest.mark.parametrize(
    "label", ['Der „Große“ "x"', "a # b", "[x]", "back\\slash", "日本", "=1+1", "'", '"""', "Zwei\u2028drei"]
)
def test_any_label_stands_in_the_header_without_harm(label: str) -> None:
    data: Data = {"label": {"de": label, "en": "plain"}, "about": label}
    file = exported(data)
    assert tomllib.loads(file) == {"label": {"de": label, "en": "plain"}, "about": label}
    assert file.startswith("# ")


def test_data_that_is_no_sheet_is_written_all_the_same() -> None:
    for data in (
        {},
        {"label": 7},
        {"contracts": 7},
        {"contracts": {"x": 7}},
        {"radl": {}},
        {"qq": {"x": {}}},
    ):
        assert tomllib.loads(exported(data)) == data
    assert label_of({"label": {"de": 7, "en": "x"}}) is None
    assert canonical({"open": {}, "remarks": {}}) == {}
