"""A rule sheet with a mistake is refused: with its name, the key, and the nearest right word."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import run_checks
from hypothesis import given
from hypothesis import strategies as st

import scoring.apps
import scoring.rules
from scoring.engine.loading import Data, SheetError, load_rules, resolved, rules_from
from scoring.rules import FOLDER, SLUGS, load, published
from tests.engine.edited_sheets import kept
from tests.support.engine.edits import Edit, drop, put
from tests.support.every import every


def mistakes_after(*edits: Edit, slug: str = "standard") -> list[str]:
    """What is said about a sheet after edits of its file."""

    def changed(name: str) -> Data:
        data = kept(name)
        for edit in edits if name == slug else ():
            edit(data)
        return data

    try:
        load_rules(slug, changed)
    except SheetError as error:
        return [line.removeprefix(f"{slug}: ") for line in str(error).splitlines()]
    return []


# The place in the file of a variant, what is put there, and what is wrong with it.
OF_VARIANTS = [
    ("extends", "standart", ""),
    ("extends", 7, "A text is expected."),
    ("without", ["premiums.schneider"], 'There is no "premiums.schneider" there that could be left out'),
    ("without", ["contracts.dreyer"], 'perhaps "dreier" is meant.'),
    ("without", ["premium.pagat"], 'perhaps "premiums" is meant.'),
    ("contracts.triccolo_ouvert.after", "piccolo_ouvertt", 'perhaps "piccolo_ouvert" is meant.'),
    ("contracts.triccolo_ouvert.after", "triccolo_ouvert", 'There is no game "triccolo_ouvert"'),
]


@every("path, value, says", OF_VARIANTS)
def test_a_mistake_of_a_variant_names_its_place_and_the_nearest_right_word(
    path: str, value: object, says: str
) -> None:
    found = mistakes_after(put(path, value), slug="standard-skoty")
    assert any(line.startswith(f"{path}: ") and says in line for line in found), found


def test_only_a_variant_leaves_something_out() -> None:
    found = mistakes_after(put("without", ["premiums.pagat"]))
    assert found == ["without: Only a sheet that extends another leaves something out."]


def test_the_message_names_the_sheet_in_every_line() -> None:
    with pytest.raises(SheetError) as found:
        rules_from({}, "my-club")
    assert len(str(found.value).splitlines()) > 5
    assert all(line.startswith("my-club: ") for line in str(found.value).splitlines())


def test_an_unknown_sheet_names_those_there_are() -> None:
    with pytest.raises(
        SheetError, match=r"standart: There is no file standart\.toml; the files are .*standard"
    ):
        load("standart")


def test_sheets_that_extend_each_other_in_a_circle_are_named() -> None:
    files = {"one": {"extends": "two"}, "two": {"extends": "three"}, "three": {"extends": "one"}}
    with pytest.raises(SheetError, match="one: extends: This runs in a circle: one → two → three → one"):
        resolved("one", lambda slug: dict(files[slug]))
    with pytest.raises(SheetError, match="self: extends: This runs in a circle: self → self"):
        resolved("self", lambda slug: {"extends": "self"})


def test_all_mistakes_of_a_table_are_told_at_once() -> None:
    found = mistakes_after(
        put("lable", "x"),
        drop("needs"),
        put("contracts.rufer.value", "1"),
        put("contracts.dreier.kind", "alon"),
        put("premiums.pagat.valeu", 1),
        put("radl.triggers", ["drawm"]),
    )
    for key in ("lable", "needs", "contracts.rufer.value", "contracts.dreier.kind", "premiums.pagat.valeu"):
        assert any(mistake.startswith(f"{key}: ") for mistake in found), key
    assert any(mistake.startswith("radl.triggers[0]: ") for mistake in found)


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


def test_what_a_variant_leaves_out_wrongly_is_told_to_whoever_asks_for_the_whole_of_it() -> None:
    def misspelt(slug: str) -> Data:
        return {**kept(slug), "without": ["radll"]} if slug == "standard-skoty" else kept(slug)

    with pytest.raises(SheetError, match="radll"):
        resolved("standard-skoty", misspelt)


# Variants


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
    monkeypatch.setattr(scoring.apps, "FOLDER", tmp_path)
    return tmp_path


def messages_of_the_check() -> list[str]:
    return [message.msg for message in run_checks() if message.id == "scoring.E001"]


def test_the_system_check_has_nothing_to_say_about_the_published_sheets(folder: Path) -> None:
    assert messages_of_the_check() == []


def test_the_system_check_reports_a_broken_sheet_and_those_that_extend_it(folder: Path) -> None:
    path = folder / "treffpunkt.toml"
    path.write_text(path.read_text().replace('label = "Zwiccolo"', 'lable = "Zwiccolo"'))
    assert messages_of_the_check() == [
        f'{slug}: contracts.zwiccolo.lable: There is no entry "lable" here; perhaps "label" is meant.\n'
        f"{slug}: contracts.zwiccolo.label: This is missing."
        for slug in ("treffpunkt-skoty", "treffpunkt")
    ]


def test_the_system_check_reports_a_file_that_is_no_toml(folder: Path) -> None:
    (folder / "cup.toml").write_text("label = ")
    (folder / "karlsruhe.toml").write_bytes(b"\xff")
    (folder / "club.toml").write_text("")
    said = messages_of_the_check()
    places = [message.partition(":")[0] for message in said]
    assert places == ["club", "cup.toml", "karlsruhe.toml", *["cup.toml"] * 3]  # three cups extend it
