"""A rule sheet with a mistake is refused: with its name, the key, and the nearest right word."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import run_checks
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring.checks
import scoring.rules
from scoring.engine.loading import Data, SheetError, load_rules, resolved, rules_from
from scoring.engine.rules import Contract, Rules
from scoring.rules import FOLDER, SLUGS, load, published, read
from tests.support.engine.data import kept
from tests.support.every import every

Change = Callable[[Data], object]


def mistakes_after(change: Change, slug: str = "standard") -> list[str]:
    """What is said about a sheet after a change to its file."""

    def changed(name: str) -> Data:
        data = kept(name)
        if name == slug:
            change(data)
        return data

    try:
        load_rules(slug, changed)
    except SheetError as error:
        return [line.removeprefix(f"{slug}: ") for line in str(error).splitlines()]
    return []


def put(path: str, value: object) -> Change:
    *tables, key = path.split(".")

    def change(data: Data) -> None:
        for table in tables:
            data = data.setdefault(table, {})
        data[key] = value

    return change


def drop(path: str) -> Change:
    *tables, key = path.split(".")

    def change(data: Data) -> None:
        for table in tables:
            data = data[table]
        del data[key]

    return change


DROPPED = object()

WORTH = "A number from 0 to 1000 is expected, whole or with a half: 2½."

# The sheet, the place in its file, what is put there, where the mistake is if not there, and what it is.
MISTAKES = [
    # a misspelt key
    ("standard", "lable", "x", "", 'perhaps "label" is meant.'),
    ("standard", "contracts.rufer.valeu", 1, "", 'perhaps "value" is meant.'),
    ("cup", "premiums.geier.anounced", 1, "", 'perhaps "announced" is meant.'),
    ("standard", "kontra.level", {}, "", 'perhaps "levels" is meant.'),
    ("standard", "radl.trigers", [], "", 'perhaps "triggers" is meant.'),
    ("standard", "trischaken.base", 2, "", "There is no entry"),
    ("standard", "options.silent_miss.valu", 2, "", 'perhaps "value" is meant.'),
    ("standard", "label", {"de": "x", "fr": "x"}, "label.fr", "There is no entry"),
    ("karlsruhe", "open.contract", {}, "", 'perhaps "contracts" is meant.'),
    (
        "standard",
        "remarks",
        {"x": {"de": "x", "em": "x"}},
        "remarks.x.em",
        'perhaps "en" is meant.',
    ),
    # an unknown custom
    ("standard", "counting", "blat", "", 'There is no "blat" to choose here; perhaps "blatt" is meant.'),
    (
        "standard",
        "renonce",
        "idemnify",
        "",
        'There is no "idemnify" to choose here; perhaps "indemnify" is meant.',
    ),
    (
        "standard",
        "contracts.rufer.kind",
        "caling",
        "",
        'There is no "caling" to choose here; perhaps "calling" is meant.',
    ),
    (
        "standard",
        "trischaken.custom",
        "two_pays",
        "",
        'There is no "two_pays" to choose here; perhaps "two_pay" is meant.',
    ),
    (
        "standard",
        "premiums.pagat.whose",
        "winer",
        "",
        'There is no "winer" to choose here; perhaps "winner" is meant.',
    ),
    ("standard", "beside_valat", 7, "", 'There is no "7" to choose here; there are: trick_premiums'),
    # a missing value
    ("standard", "needs", DROPPED, "", "This is missing"),
    ("standard", "contracts.dreier.value", DROPPED, "", "This is missing"),
    ("standard", "contracts.dreier.label", DROPPED, "", "This is missing"),
    ("standard", "kontra.levels", DROPPED, "", "This is missing"),
    ("standard", "radl", DROPPED, "", "This is missing"),
    ("standard", "label", {"de": "x"}, "label.en", "This is missing"),
    ("standard", "options.silent_miss.value", DROPPED, "", "This is missing"),
    ("standard", "options.revers.de", DROPPED, "", "This is missing"),
    # wrong types
    ("standard", "contracts.rufer.value", "1", "", WORTH),
    ("standard", "contracts.rufer.value", True, "", WORTH),
    ("standard", "contracts.rufer.value", 1.0, "", WORTH),
    ("standard", "contracts.rufer.value", -1, "", WORTH),
    ("standard", "contracts.rufer.solo", 1, "", "Yes or no is expected"),
    ("standard", "contracts.rufer", "x", "", "A table of entries is expected."),
    ("standard", "contracts.rufer.label", "", "", "A text is expected."),
    ("standard", "contracts", [], "", "A table of entries is expected."),
    ("standard", "needs", 107, "", 'Points and Blatt are expected, such as "35/2".'),
    ("standard", "needs", "35/3", "", 'Points and Blatt are expected, such as "35/2".'),
    ("zwanzigerrufen", "needs", "45/0", "", "A whole number from 0 to 1000 is expected."),
    ("standard", "remarks", "x", "", "A table of entries is expected."),
    ("standard", "kontra.names", "x", "", "A table of entries is expected."),
    ("standard", "kontra.levels", ["re"], "", "A table of entries is expected."),
    ("standard", "radl.lengths", 4, "", "A table of entries is expected."),
    ("standard", "kontra.names", dict.fromkeys(map(str, range(200)), "x"), "", "There are 200 entries"),
    ("standard", "kontra.levels", dict.fromkeys(map(str, range(200)), 2), "", "There are 200 entries"),
    ("standard", "radl.lengths", dict.fromkeys(map(str, range(200)), 4), "", "There are 200 entries"),
    ("standard", "radl.triggers", "drawn", "", "A list is expected."),
    ("standard", "contracts.besserrufer.birds", "pagat", "", "A list is expected."),
    # what one row says of another
    (
        "standard",
        "contracts.besserrufer.birds",
        ["pagat", "uhuu"],
        "",
        'There is no premium "uhuu"; perhaps "uhu" is meant.',
    ),
    (
        "treffpunkt",
        "contracts.zwiccolo.beside",
        "picolo",
        "",
        'There is no game "picolo"; perhaps "piccolo" is meant.',
    ),
    (
        "zwanzigerrufen",
        "contracts.solo.kontra_up_to",
        "kontro",
        "",
        'There is no kontra "kontro"; perhaps "kontra" is meant.',
    ),
    (
        "zwanzigerrufen",
        "kontra.with_announced_valat",
        "ree",
        "",
        'There is no kontra "ree"; perhaps "re" is meant.',
    ),
    (
        "standard",
        "radl.triggers",
        ["trischaken", "zero_hands", "drawn"],
        "radl.triggers[1]",
        'There is no trigger "zero_hands"; perhaps "zero_hand" is meant.',
    ),
    ("standard", "kontra.levels.sup", 8, "", 'There is no kontra "sup"; perhaps "sub" is meant.'),
    (
        "standard",
        "options.silent_mis",
        {"value": "free", "changes": "amounts", "de": "x", "en": "x"},
        "",
        'There is no option "silent_mis"; perhaps "silent_miss" is meant.',
    ),
    (
        "standard",
        "options.silent_miss.value",
        "chargd",
        "",
        'There is no "chargd" to choose here; perhaps "charged" is meant.',
    ),
    (
        "standard",
        "options.revers.changes",
        "amount",
        "",
        'There is no "amount" to choose here; perhaps "amounts" is meant.',
    ),
    # what goes with something else
    (
        "standard",
        "contracts.piccolo.tricks",
        DROPPED,
        "",
        "A negative game, and only that, says how many tricks",
    ),
    (
        "standard",
        "premiums.sack1.announced",
        DROPPED,
        "premiums.sack1.silent",
        "A premium needs a silent or an announced value.",
    ),
    (
        "tirol",
        "trischaken.jungfrauen",
        "share",
        "trischaken.jungfrau_price",
        "What each pays a Jungfrau goes with the custom",
    ),
    ("standard", "radl.drawn", DROPPED, "", "The points of a draw go with the trigger 35:35"),
    ("standard", "trischaken", DROPPED, "", "How a Trischaken is paid goes with a game of that kind"),
    ("zwanzigerrufen", "schleifen", True, "", "This goes with games that call a king"),
    ("karlsruhe", "open.contracts.dreier", "Dreier", "", "This has a value on this sheet already."),
    # a variant
    ("standard-skoty", "extends", "standart", "", ""),
    ("standard-skoty", "extends", 7, "", "A text is expected."),
    (
        "standard-skoty",
        "without",
        ["premiums.schneider"],
        "",
        'There is no "premiums.schneider" there that could be left out',
    ),
    (
        "standard-skoty",
        "without",
        ["contracts.dreyer"],
        "",
        'There is no "contracts.dreyer" there that could be left out; perhaps "dreier" is meant.',
    ),
    (
        "standard-skoty",
        "without",
        ["premium.pagat"],
        "",
        'There is no "premium.pagat" there that could be left out; perhaps "premiums" is meant.',
    ),
    (
        "standard-skoty",
        "contracts.triccolo_ouvert.after",
        "piccolo_ouvertt",
        "",
        'There is no game "piccolo_ouvertt"; perhaps "piccolo_ouvert" is meant.',
    ),
    (
        "standard-skoty",
        "contracts.triccolo_ouvert.after",
        "triccolo_ouvert",
        "",
        'There is no game "triccolo_ouvert"',
    ),
    (
        "standard",
        "without",
        ["premiums.pagat"],
        "",
        "Only a sheet that extends another leaves something out.",
    ),
]


@every("slug, path, value, at, says", MISTAKES)
def test_a_mistake_names_the_key_and_the_nearest_right_word(
    slug: str, path: str, value: object, at: str, says: str
) -> None:
    found = mistakes_after(drop(path) if value is DROPPED else put(path, value), slug)
    assert any(one.startswith(f"{at or path}: ") and says in one for one in found), found


def test_the_message_names_the_sheet_in_every_line() -> None:
    with pytest.raises(SheetError) as found:
        rules_from({}, "my-club")
    assert len(str(found.value).splitlines()) > 5
    assert all(line.startswith("my-club: ") for line in str(found.value).splitlines())


def test_an_unknown_sheet_names_those_there_are() -> None:
    with pytest.raises(SheetError, match=r"standart: There is no file standart\.toml; there are .*standard"):
        load("standart")


def test_sheets_that_extend_each_other_in_a_circle_are_named() -> None:
    files = {"one": {"extends": "two"}, "two": {"extends": "three"}, "three": {"extends": "one"}}
    with pytest.raises(SheetError, match="one: extends: This runs in a circle: one → two → three → one"):
        resolved("one", lambda slug: dict(files[slug]))
    with pytest.raises(SheetError, match="self: extends: This runs in a circle: self → self"):
        resolved("self", lambda slug: {"extends": "self"})


def both(*changes: Change) -> Change:
    def change(data: Data) -> None:
        for other_change in changes:
            other_change(data)

    return change


def test_all_mistakes_of_a_table_are_told_at_once() -> None:
    found = mistakes_after(
        both(
            put("lable", "x"),
            drop("needs"),
            put("contracts.rufer.value", "1"),
            put("contracts.dreier.kind", "alon"),
            put("premiums.pagat.valeu", 1),
            put("radl.triggers", ["drawm"]),
        )
    )
    for key in ("lable", "needs", "contracts.rufer.value", "contracts.dreier.kind", "premiums.pagat.valeu"):
        assert any(mistake.startswith(f"{key}: ") for mistake in found), key
    assert any(mistake.startswith("radl.triggers[0]: ") for mistake in found)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (put("lable", "x"), put("contracts.besserrufer.birds", ["uhuu"])),
        (put("contracts.besserrufer.birds", ["uhuu"]), drop("radl.drawn")),
        (drop("trischaken"), put("contracts.besserrufer.birds", ["uhuu"])),
    ],
    ids=["key and bird", "bird and draw", "trischaken and bird"],
)
def test_mistakes_of_different_kinds_are_told_at_once(one: Change, two: Change) -> None:
    expected = {*mistakes_after(one), *mistakes_after(two)}
    assert len(expected) == 2
    assert set(mistakes_after(both(one, two))) == expected


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (put("without", ["premiums.schneider"]), put("lable", "x")),
        (put("contracts.triccolo_ouvert.after", "x"), put("contracts.rufer.valeu", 1)),
        (put("contracts.triccolo_ouvert.after", "x"), put("radl.triggers", ["x"])),
    ],
    ids=["without and key", "after and key", "after and trigger"],
)
def test_mistakes_of_a_variant_are_told_at_once(one: Change, two: Change) -> None:
    expected = {*mistakes_after(one, "standard-skoty"), *mistakes_after(two, "standard-skoty")}
    assert expected <= set(mistakes_after(both(one, two), "standard-skoty"))


toml_values = st.recursive(
    st.none().map(lambda _: "x")
    | st.booleans()
    | st.integers(-2, 2_000)
    | st.floats()
    | st.dates()
    | st.sampled_from(
        ["35/2", "calling", "alone", "negative", "trischaken", "pagat", "dreier", "standard", ""]
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield (*path, key)
        yield from places(item, (*path, key))


@pytest.mark.parametrize("slug", ["standard", "standard-skoty", "karlsruhe", "zwanzigerrufen"])
@given(data=st.data())
@settings(max_examples=60)
def test_any_value_in_any_place_of_a_sheet_is_read_or_refused_in_words(
    slug: str, data: st.DataObject
) -> None:
    changed = kept(slug)
    path = data.draw(st.sampled_from(list(places(changed))))
    value = data.draw(toml_values)
    table = changed
    for key in path[:-1]:
        table = table[key]
    table[path[-1]] = value
    try:
        said = load_rules(slug, lambda name: changed if name == slug else kept(name)).slug
    except SheetError as error:
        said = str(error).partition(":")[0]
    assert said == slug or path == ("extends",)


@every(
    "path, value",
    [
        ("contracts.triccolo_ouvert.after", ["dreier"]),
        ("contracts.triccolo_ouvert.after", {}),
        ("contracts.triccolo_ouvert.after", 7),
        ("contracts.rufer", 7),
        ("contracts", []),
        ("contracts", "x"),
        ("without", 7),
        ("without", [7]),
        ("without", {}),
        ("without", "options"),
        ("without", ["options.revers.de.x"]),
        ("without", [""]),
        ("extends", ["standard"]),
        ("extends", ""),
        ("extends", True),
    ],
)
def test_an_odd_value_in_a_variant_is_refused_in_words(path: str, value: object) -> None:
    assert mistakes_after(put(path, value), "standard-skoty")


def test_what_a_variant_leaves_out_wrongly_is_told_to_whoever_asks_for_the_whole_of_it() -> None:
    def misspelt(slug: str) -> Data:
        return {**kept(slug), "without": ["radll"]} if slug == "standard-skoty" else kept(slug)

    with pytest.raises(SheetError, match="radll"):
        resolved("standard-skoty", misspelt)


# Variants


def changes(slug: str, parent: str) -> dict[str, set[str]]:
    """Which rows of a variant differ from its parent's, by table; and single values under ""."""
    here, there = published()[slug], published()[parent]
    found: dict[str, set[str]] = {"": set()}
    for field in fields(Rules):
        ours, theirs = getattr(here, field.name), getattr(there, field.name)
        if not field.compare or ours == theirs:
            continue
        if isinstance(ours, dict):
            keys = ours.keys() | theirs.keys()
            found[field.name] = {key for key in keys if ours.get(key) != theirs.get(key)}
        elif field.name in ("options", "kontra", "radl", "trischaken"):
            found[field.name] = {
                field.name
                for field in fields(ours)
                if getattr(ours, field.name) != getattr(theirs, field.name)
            }
        else:
            found[""].add(field.name)
    return found


WORDS = {"slug", "label", "about", "option_notes"}


def test_the_skoty_rules_change_only_what_they_list() -> None:
    assert changes("standard-skoty", "standard") == {
        "": WORDS | {"cents_per_point"},
        "contracts": {"rufer", "triccolo_ouvert"},
        "radl": {"triggers", "schlussradl", "drawn"},
        "options": {"schrift_kontra"},
    }
    assert row_changes("standard-skoty", "standard", "rufer") == {"blank"}


def test_the_treffpunkt_changes_only_what_it_lists() -> None:
    assert changes("treffpunkt", "standard") == {
        "": WORDS | {"self_call", "beside_valat", "limits"},
        "contracts": {"zwiccolo", "dreier", "einer"},
        "premiums": {"koenigfang", "koenig_ultimo", "pagatfang", "sack1", "sack2", "valat"},
        "trischaken": {"custom", "renonce", "renonce_times", "all_tricks"},
        "radl": {"triggers", "drawn"},
        "remarks": {"bidding", "king_left", "kaiserstich", "ouvert", "stichzwang", "trischaken_talon"},
        "book": {
            *(
                "values",
                "cutting",
                "vorhand_alone",
                "driven_out",
                "colour_any_hand",
                "negative_play",
                "private",
            ),
            *("trischaken_mixed", "trischaken_open", "ouvert", "apart", "what_renonce", "fair"),
            *("renonce_bird", "renonce_giving_up", "zwiccolo_beside"),
        },
    }


def test_the_skoty_trophy_changes_only_what_it_lists() -> None:
    assert changes("treffpunkt-skoty", "treffpunkt") == {
        "": WORDS,
        "premiums": {"koenigfang", "pagatfang", "sack1", "sack2"},
        "kontra": {"levels"},
        "radl": {"triggers", "schlussradl"},
        "remarks": {"king_left"},
    }


def row_changes(slug: str, parent: str, contract: str) -> set[str]:
    ours, theirs = (published()[one].contracts[contract] for one in (slug, parent))
    return {
        field.name for field in fields(Contract) if getattr(ours, field.name) != getattr(theirs, field.name)
    }


def test_a_variant_places_its_contracts_where_it_says_and_leaves_the_others_in_order() -> None:
    standard = list(published()["standard"].contracts)
    skoty = list(published()["standard-skoty"].contracts)
    assert skoty[skoty.index("solobesser") + 1] == "triccolo_ouvert"
    assert [key for key in skoty if key != "triccolo_ouvert"] == standard
    treffpunkt = list(published()["treffpunkt"].contracts)
    assert treffpunkt[treffpunkt.index("trischaken") + 1] == "sechserdreier"
    assert treffpunkt[treffpunkt.index("piccolo") + 1] == "zwiccolo"
    moved = ("sechserdreier", "zwiccolo")
    assert [k for k in treffpunkt if k not in moved] == [k for k in standard if k not in moved]


def test_a_variant_leaves_its_parent_as_it_is() -> None:
    before = load("standard")
    load("standard-skoty")
    assert load("standard") == before == published()["standard"]


# The files and the system check


def test_every_file_is_published_and_every_published_sheet_is_a_file() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.toml")) == sorted(SLUGS)
    assert [rules.slug for rules in published().values()] == list(SLUGS)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sheets that the program takes for its own."""
    for path in FOLDER.glob("*.toml"):
        shutil.copy(path, tmp_path)
    monkeypatch.setattr(scoring.rules, "FOLDER", tmp_path)
    monkeypatch.setattr(scoring.checks, "FOLDER", tmp_path)
    for function in (load, read):
        monkeypatch.setattr(function, "__defaults__", (tmp_path,))
    return tmp_path


def said_by_the_check() -> list[str]:
    return [message.msg for message in run_checks() if message.id == "scoring.E001"]


def test_the_system_check_has_nothing_to_say_about_the_published_sheets(folder: Path) -> None:
    assert said_by_the_check() == []


def test_the_system_check_reports_a_broken_sheet_and_those_that_extend_it(folder: Path) -> None:
    path = folder / "treffpunkt.toml"
    path.write_text(path.read_text().replace('label = "Zwiccolo"', 'lable = "Zwiccolo"'))
    assert said_by_the_check() == [
        f'{slug}: contracts.zwiccolo.lable: There is no entry "lable" here; perhaps "label" is meant.\n'
        f"{slug}: contracts.zwiccolo.label: This is missing."
        for slug in ("treffpunkt-skoty", "treffpunkt")
    ]


def test_the_system_check_reports_a_file_that_is_no_toml(folder: Path) -> None:
    (folder / "cup.toml").write_text("label = ")
    (folder / "karlsruhe.toml").write_bytes(b"\xff")
    (folder / "club.toml").write_text("")
    said = said_by_the_check()
    places = [message.partition(":")[0] for message in said]
    assert places == ["club", "cup.toml", "karlsruhe.toml", *["cup.toml"] * 3]  # three cups extend it


def test_the_system_check_reports_a_sheet_whose_parent_is_gone(folder: Path) -> None:
    (folder / "standard.toml").unlink()
    said = said_by_the_check()
    assert len(said) == 3
    assert all('extends: There is no sheet "standard"' in message for message in said)
