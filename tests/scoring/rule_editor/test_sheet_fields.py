"""A whole sheet as one form: whatever a sheet says stands in a field, and comes back from it as it was."""

from collections import Counter
from typing import Any

import pytest

from scoring.engine.loading import Data, mistakes_in, resolved, rules_from, tidied
from scoring.engine.loading.tables import TABLES
from scoring.rule_editor.sheet_fields import SheetErrors, SheetField, Texts, without_field
from scoring.rule_editor.typed_changes import TypedChanges, merged, typed_changes
from scoring.rules import SLUGS, read
from scoring.rules.comparing import FREE_WORDS, NAMED_ROWS, SECTIONS, differences
from scoring.rules.exporting import canonical, exported
from scoring.rules.values import SheetPath, value_at
from tests.support.clubs.clubs import CLUBS, club_data
from tests.support.every import every
from tests.support.scoring.house_rules_editor import fields_of, sections_of, sent_of

pytestmark = pytest.mark.usefixtures("english")

SHEETS = (*SLUGS, *CLUBS)


def data_of(slug: str) -> Data:
    return resolved(slug, read) if slug in SLUGS else club_data(slug)


def changes_in(data: Data, changed: dict[tuple[str, ...], Texts]) -> TypedChanges:
    sections = sections_of(data)
    return typed_changes(data, sent_of(sections, changed), sections)


def typed(data: Data, changed: dict[tuple[str, ...], Texts]) -> Data:
    return merged(data, data, changes_in(data, changed))[0]


def other_texts(field: SheetField) -> Texts:
    """Something else than what stands there, of the kind that can be typed, ticked or chosen."""
    known = [value for value, _words in field.choices if value not in ("", *field.texts)]
    match field.kind:
        case "both":
            return "Anders", "Otherwise"
        case "yes":
            return () if field.texts else ("yes",)
        case "ticks":
            return field.texts[:1] if len(field.texts) > 1 else tuple(known[:2])
        case "choice":
            return (known[0] if known else "",)
        case "number":
            return ("8" if field.text == "7" else "7",)
    return ("anders",)


@pytest.mark.parametrize("slug", SHEETS)
def test_every_key_of_a_sheet_has_a_field_and_the_form_as_it_comes_changes_nothing(slug: str) -> None:
    data = data_of(slug)
    assert list(without_field(data)) == []
    assert not changes_in(data, {})


@pytest.mark.parametrize("slug", SHEETS)
def test_a_sheet_that_is_typed_anew_field_by_field_plays_as_before(slug: str) -> None:
    """Everything in it is changed first, and then typed again from the fields of the sheet as it was."""
    data = tidied(data_of(slug))
    wanted = fields_of(data)
    every_field = {path: (field, other_texts(field)) for path, field in wanted.items()}
    spoilt, _conflicts = merged(data, data, TypedChanges(every_field))
    assert len(mistakes_in(spoilt)) > 20
    now = fields_of(spoilt)
    again = {
        path: (field, field.texts)
        for path, field in wanted.items()
        if path not in now or now[path].texts != field.texts
    }
    assert len(again) > 0.9 * len(wanted)
    sheet = tidied(merged(spoilt, spoilt, TypedChanges(again))[0])
    assert mistakes_in(sheet) == ()
    options, wanted_options = (of.pop("options") for of in (canonical(sheet), canonical(data)))
    assert options == wanted_options
    sheet["options"] = data["options"]  # whose order is that in which they were typed
    assert exported(sheet) == exported(data)
    assert rules_from(sheet, slug) == rules_from(data, slug)


def test_what_cannot_be_is_told_at_its_own_field() -> None:
    """Each filled field of Standard spoilt by itself: refused there, or a text that may stand."""
    data = data_of("standard")
    sections = sections_of(data)
    told: Counter[str] = Counter()
    for path, field in fields_of(data).items():
        if not any(field.texts):
            continue
        texts: Texts = ("§ xyz" * 80, "") if field.kind == "both" else ("§ xyz" * 80,)
        sheet, _conflicts = merged(data, data, TypedChanges({path: (field, texts)}))
        mistakes = mistakes_in(sheet)
        errors = SheetErrors(mistakes, sections)
        if not mistakes:
            assert field.kind in ("both", "line"), field.name
            told["a text that may stand"] += 1
        else:
            told["at its own field" if errors.of(field.name) else "elsewhere"] += 1
    assert told["elsewhere"] == 0, told
    assert told == {"at its own field": 355, "a text that may stand": 56}


def declared(path: SheetPath) -> tuple[str, str]:
    """The declaration of what stands at a place: its table and its key."""
    table, *inner = path
    if not inner:
        return "sheet", table
    if table in FREE_WORDS:
        return "words", inner[1] if inner[1:] else "de"
    return table, inner[1] if table in NAMED_ROWS else inner[0]


def test_every_declared_key_that_is_typed_otherwise_is_compared() -> None:
    """On the first sheet on which that changes anything: what differs names its place."""
    compared = set()
    for slug in ("standard", "zwanzigerrufen", "karlsruhe", "treffpunkt", "tirol", *CLUBS):
        data = tidied(data_of(slug))
        for path, field in fields_of(data).items():
            if declared(path) in compared:
                continue
            other, _conflicts = merged(data, data, TypedChanges({path: (field, other_texts(field))}))
            if canonical(tidied(other)) != canonical(data):
                places = [difference.path for difference in differences(data, other)]
                assert any(path[: len(place)] == place for place in places), (path, places)
                compared.add(declared(path))
    said = {"sheet": {*TABLES, *FREE_WORDS}, "words": {"en"}, "options": {*TABLES["options"]}}
    every_key = {
        (table, key) for table, keys in TABLES.items() for key in keys if key not in said.get(table, ())
    }
    assert every_key - compared == set()


# What is typed into a field, and what the sheet says then
TYPED: list[tuple[str, str, Texts, Any]] = [
    ("treffpunkt", "contracts.dreier.value", ("6",), 6),
    ("treffpunkt", "contracts.bettler.value", ("2,5",), "2½"),
    ("treffpunkt", "contracts.dreier.lost", ("7.5",), "7½"),
    ("treffpunkt", "premiums.uhu.announced", ("½",), "½"),
    ("treffpunkt", "contracts.sechserdreier.lost", ("",), None),
    ("treffpunkt", "contracts.dreier.label", ("Dreierl", ""), "Dreierl"),
    ("treffpunkt", "contracts.dreier.label", ("", "Only English"), "Only English"),
    ("treffpunkt", "contracts.dreier.label", ("Deutsch", "English"), {"de": "Deutsch", "en": "English"}),
    ("treffpunkt", "contracts.besserrufer.birds", ("pagat", "uhu"), ["pagat", "uhu"]),
    ("treffpunkt", "contracts.besserrufer.birds", (), None),
    ("treffpunkt", "contracts.rufer.who", ("anyone",), None),  # as it is anyway
    ("treffpunkt", "contracts.dreier.kontra_up_to", ("re",), "re"),
    ("treffpunkt", "kontra.levels.hirsch", ("16",), 16),
    ("treffpunkt", "kontra.names.re", ("Gegen",), "Gegen"),
    ("treffpunkt", "radl.triggers", (), []),
    ("treffpunkt", "radl.triggers", ("drawn",), ["drawn"]),
    ("treffpunkt", "radl.drawn", ("35",), ["34/2", "35/1"]),
    ("standard", "radl.drawn", ("34/2 – 36",), ["34/2", "36/1"]),
    ("treffpunkt", "needs", ("36",), None),  # what it was
    ("treffpunkt", "needs", ("37",), "36/2"),
    ("treffpunkt", "needs", ("35/1",), "35/1"),
    ("standard", "trischaken.buergermeister", ("36",), "35/2"),
    ("oberoesterreich", "trischaken.buergermeister", ("36",), "36/0"),  # which writes 35/2
    ("treffpunkt", "money.cents_per_point", ("25",), 25),
    ("treffpunkt", "pagatkassa.stake", ("50",), 50),
    ("treffpunkt", "options.silent_miss", ("fixed-charged",), "charged"),
    ("treffpunkt", "remarks.seats", ("Nur deutsch", ""), {"de": "Nur deutsch", "en": "Nur deutsch"}),
    ("treffpunkt", "remarks.seats", ("", ""), None),
    ("treffpunkt", "contracts.dreier.value", ("fünf",), "fünf"),  # refused there
]


@every("case", TYPED)
def test_a_field_means_what_a_table_would_write(case: tuple[str, str, Texts, Any]) -> None:
    slug, name, texts, wanted = case
    data, path = data_of(slug), tuple(name.split("."))
    sheet = typed(data, {path: texts})
    value = value_at(sheet, path)
    if path[0] == "options":
        value = value["value"]
    if path[0] == "remarks" and value is not None:
        value = {key: value[key] for key in ("de", "en")}
    if name == "needs" and texts == ("36",):
        assert value == data["needs"]
        return
    assert value == wanted


def test_an_option_is_left_to_the_table_holds_always_or_is_no_choice() -> None:
    data, path = data_of("treffpunkt"), ("options", "silent_miss")
    for text, row in {
        "charged": {"changes": "amounts", "value": "charged"},
        "fixed-charged": {"changes": "amounts", "value": "charged", "fixed": True},
        "": None,
    }.items():
        sheet = typed(data, {path: (text,)})
        assert value_at(sheet, path) == row
        assert fields_of(sheet)[path].text == text


def test_a_sheet_that_counts_otherwise_reads_all_limits_anew() -> None:
    """In whole points 46 is 46; where Blatt are counted it is 45/2."""
    data = data_of("standard")
    sheet = typed(data, {("counting",): ("plain",), ("pack",): ("70",)})
    assert (sheet["needs"], sheet["premiums"]["sack1"]["needs"]) == (36, 46)
    back = typed(sheet, {("counting",): ("blatt",), ("pack",): ("",)})
    assert (back["needs"], back["premiums"]["sack1"]["needs"]) == ("35/2", "45/2")


def test_a_half_filled_sheet_opens_and_what_has_no_field_stands_as_text() -> None:
    halves: list[Data] = [
        {},
        {
            "contracts": {"neu": {"label": "Neu"}},
            "kontra": "x",
            "radl": {"triggers": "y"},
            "unsinn": {"a": 1},
        },
        {"contracts": "nichts", "premiums": {"a": 1}, "remarks": {"x": 3}, "options": {"silent_miss": 1}},
        {"open": {"contracts": {"geier": "Geier"}}, "label": {"de": "Nur deutsch"}, "money": {}, "book": []},
    ]
    for data in halves:
        assert not changes_in(data, {}), data
    assert ("unsinn.a", "1") in list(without_field(halves[1]))
    assert ("kontra", "x") in list(without_field(halves[1]))


def test_every_key_is_asked_in_a_section() -> None:
    assert {spec.section for spec in TABLES["sheet"].values()} == {*SECTIONS, ""}
    assert [key for key, spec in TABLES["sheet"].items() if not spec.section] == ["open"]
