"""What is typed is written into the sheet as it is by then, whoever has changed what in the meantime."""

from typing import Any

import pytest
from django.http import QueryDict

from scoring.deeds import Refused
from scoring.engine.loading import Data, copied, mistakes_in, resolved, tidied
from scoring.rule_editor.ready_made import add_new, add_row, ready_rows
from scoring.rule_editor.typed_changes import (
    TypedChanges,
    demand_short_texts,
    merged,
    typed_changes,
    without_effect,
)
from scoring.rules import read
from scoring.rules.comparing import FREE_WORDS, NAMED_ROWS
from scoring.rules.values import value_at
from tests.support.every import every
from tests.support.scoring.house_rules_editor import sections_of, sent_of

pytestmark = pytest.mark.usefixtures("english")

TREFFPUNKT = resolved("treffpunkt", read)


def changes_of(posted: QueryDict, shown: Data = TREFFPUNKT) -> TypedChanges:
    return typed_changes(shown, posted, sections_of(shown))


def typed(shown: Data = TREFFPUNKT, **answers: str) -> TypedChanges:
    """What is typed into fields of games: `dreier="7"` is the value of the Dreier."""
    return changes_of(
        sent_of(
            sections_of(shown), {("contracts", game, "value"): (text,) for game, text in answers.items()}
        ),
        shown,
    )


def changed(data: Data, path: str, value: Any) -> Data:
    data = copied(data)
    *tables, key = path.split(".")
    row = value_at(data, tuple(tables))
    if value is None:
        del row[key]
    else:
        row[key] = value
    return data


# Somebody else has changed the sheet meanwhile: what, what I typed, what comes of both, and what conflicts
MEANWHILE: list[tuple[str, Any, dict[str, str], dict[str, Any], list[str]]] = [
    (
        "contracts.rufer.value",
        2,
        {"dreier": "7"},
        {"contracts.rufer.value": 2, "contracts.dreier.value": 7},
        [],
    ),
    ("contracts.dreier.value", 6, {"dreier": "7"}, {"contracts.dreier.value": 7}, ["contracts.dreier.value"]),
    ("contracts.dreier.value", 7, {"dreier": "7"}, {"contracts.dreier.value": 7}, []),
    ("contracts.rufer.who", None, {"rufer": "7"}, {"contracts.rufer.who": None}, []),
    (
        "contracts.dreier",
        None,
        {"dreier": "7"},
        {"contracts.dreier.value": 7, "contracts.dreier.short": "D"},
        [],
    ),
    ("contracts.dreier", None, {"rufer": "2"}, {"contracts.dreier": None, "contracts.rufer.value": 2}, []),
    ("radl.triggers", ["drawn"], {"rufer": "2"}, {"radl.triggers": ["drawn"]}, []),
]


@every("case", MEANWHILE)
def test_both_changes_are_in_the_sheet_or_the_field_says_who_was_quicker(
    case: tuple[str, Any, dict[str, str], dict[str, Any], list[str]],
) -> None:
    path, value, answers, wanted, conflicts = case
    now = changed(TREFFPUNKT, path, value)
    sheet, both = merged(now, TREFFPUNKT, typed(**answers))
    assert {place: value_at(sheet, tuple(place.split("."))) for place in wanted} == wanted
    assert [field.name for field in both] == conflicts


def test_rows_go_come_and_move_by_their_numbers() -> None:
    posted = sent_of(sections_of(TREFFPUNKT))
    posted.setlist("row", [name for name in posted.getlist("row") if name != "contracts.dreier"])
    posted["number.contracts.rufer"] = "3"
    posted["number.remarks.seats"] = "1"
    posted["new.contracts"], posted["new.contracts.kind"] = " Zweier ", "alone"
    posted["new.remarks"] = "Wer gibt, schweigt."
    posted.setlist("copy", ["contracts/cup/geierrufer", "contracts/nirgends/x", "nichts/cup/geier", "x"])
    sheet, _conflicts = merged(TREFFPUNKT, TREFFPUNKT, changes_of(posted))
    games = list(sheet["contracts"])
    assert "dreier" not in games
    assert games[2] == "rufer"
    assert games[-1] == "zweier"
    assert sheet["contracts"]["zweier"] == {"label": "Zweier", "short": "Zweier", "kind": "alone"}
    assert sheet["contracts"]["geierrufer"]["birds"] == ["geier"]
    assert "geier" in sheet["premiums"], "the bird comes with its game"
    assert next(iter(sheet["remarks"])) == "seats"
    assert sheet["remarks"]["own_1"] == "Wer gibt, schweigt."
    wrong = {mistake.path for mistake in mistakes_in(tidied(sheet))}
    assert wrong == {"contracts.zweier.value"}


def test_the_number_of_a_sentence_that_is_gone_moves_nothing() -> None:
    """Its tick is taken off in the same form, or somebody else has taken out the only sentence."""
    shown = {**TREFFPUNKT, "remarks": {"seats": "Gespielt wird jedes Blatt."}}
    without = {key: value for key, value in shown.items() if key != "remarks"}
    posted = sent_of(sections_of(shown))
    posted["number.remarks.seats"] = "2"
    assert merged(without, shown, changes_of(posted, shown)) == (without, [])
    posted.setlist("row", [name for name in posted.getlist("row") if name != "remarks.seats"])
    assert merged(shown, shown, changes_of(posted, shown)) == (without, [])


@pytest.mark.parametrize("table", [*NAMED_ROWS, *FREE_WORDS])
def test_where_a_draft_has_no_table_rows_are_added(table: str) -> None:
    copies = ready_rows({**TREFFPUNKT, table: 3}, table)
    draft: Data = {"contracts": 3, "premiums": 3, table: 3}
    add_new(draft, table, "Zweier", "")
    assert len(draft[table]) == 1
    for row in copies:
        draft = {"contracts": 3, "premiums": 3, table: 3}
        add_row(draft, table, row.slug, row.key)
        assert row.key in draft[table]


def test_what_cannot_be_read_in_a_draft_stays_beside_what_is_added() -> None:
    draft: Data = {"contracts": {"dreier": 3}, "remarks": {"own_1": 3}}
    add_new(draft, "contracts", "Zweier", "alone")
    add_new(draft, "remarks", "Wer gibt, schweigt.", "")
    assert draft["contracts"].keys() == {"dreier", "zweier"}
    assert draft["remarks"] == {"own_1": 3, "own_2": "Wer gibt, schweigt."}


@pytest.mark.parametrize("slug", ["standard", "karlsruhe", "zwanzigerrufen"])
def test_everything_that_is_ready_can_be_copied(slug: str) -> None:
    sheet = resolved(slug, read)
    for table in (*NAMED_ROWS, *FREE_WORDS):
        while ready := [row for row in ready_rows(sheet, table) if row.slug]:
            row = (table, ready[0].slug, ready[0].key)
            before, sheet = sheet, tidied(merged(sheet, sheet, TypedChanges(copied=(row,)))[0])
            assert ready[0].key in sheet[table], ready[0]
            assert sheet != before
            assert {mistake.code for mistake in mistakes_in(sheet)} <= {"label_twice", "short_twice"}, ready[
                0
            ]


def test_what_stays_without_a_value_becomes_a_row_as_others_play_it() -> None:
    sheet = resolved("karlsruhe", read)
    sheet["open"]["contracts"]["hausspiel"] = "Hausspiel"
    posted = sent_of(sections_of(sheet))
    posted.setlist("copy", ["contracts//besserrufer", "contracts//hausspiel"])
    made, _conflicts = merged(sheet, sheet, changes_of(posted, sheet))
    assert made["contracts"]["besserrufer"]["birds"]
    assert "value" not in made["contracts"]["besserrufer"]
    assert made["contracts"]["hausspiel"]["label"] == "Hausspiel"
    assert not {"besserrufer", "hausspiel"} & set(made["open"]["contracts"])


def test_what_has_no_effect_is_named() -> None:
    changes = changes_of(sent_of(sections_of(TREFFPUNKT), {("premiums", "uhu", "solo_silent"): ("5",)}))
    sheet, _conflicts = merged(TREFFPUNKT, TREFFPUNKT, changes)
    assert list(without_effect(sheet, tidied(sheet), changes)) == ["Silent value in solo games"]
    assert list(without_effect(sheet, sheet, changes)) == []


def test_what_has_no_field_can_be_taken_out() -> None:
    sheet = {**TREFFPUNKT, "unsinn": {"a": 1, "b": 2}}
    posted = sent_of(sections_of(sheet))
    posted.setlist("drop", ["unsinn.a"])
    made, _conflicts = merged(sheet, sheet, changes_of(posted, sheet))
    assert made["unsinn"] == {"b": 2}


def test_a_text_that_fits_nowhere_is_refused() -> None:
    posted = sent_of(sections_of(TREFFPUNKT), {("remarks", "seats"): ("x" * 1001, "")})
    with pytest.raises(Refused, match="far too long"):
        demand_short_texts(posted)


def test_what_was_not_sent_stays() -> None:
    """Rows go only where their tick was taken off, and no tick is an answer only of what came at all."""
    posted = QueryDict("contracts.dreier.value=7")
    assert changes_of(posted) == typed(dreier="7")
    assert not changes_of(QueryDict("row=contracts.dreier&save=games"))
    posted = QueryDict(
        "number.contracts.dreier=9&contracts.dreier.value=5&number.contracts.rufer=1&row=contracts.rufer"
    )
    assert changes_of(posted).removed == (("contracts", "dreier"),)
