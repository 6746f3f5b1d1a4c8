"""Every worked example comes out as it was worked out: lines, words, amounts, Schrift, triggers, refusals."""

from __future__ import annotations

import pytest

from scoring.engine.answers import answer
from scoring.engine.result import Amount
from scoring.engine.rules import Rules
from scoring.engine.words import amount_in_words
from scoring.rulebook import Example, PaperRow, Table, rulebook
from scoring.rulesets import SLUGS, published


def cases(kind: str) -> list[object]:
    return [
        pytest.param(slug, one, id=f"{slug}: {one.title.de}")
        for slug in SLUGS
        for one in getattr(rulebook(slug), kind)
    ]


def agrees(example: Example, rules: Rules) -> list[str]:
    """What the program says otherwise than the example; nothing when they agree."""
    said = answer(example.document | {"rules": rules.slug}, {rules.slug: rules})
    if example.refused or "problems" in said:
        expected, found = sorted(example.refused), sorted(said.get("problems", ["(it was settled)"]))
        return [] if expected == found else [f"refused: {found} instead of {expected}"]
    pairs = [
        ("lines", [text for text, _ in example.lines], [line["text"] for line in said["lines"]]),
        (
            "amounts",
            [by_name(example.players, amounts) for _, amounts in example.lines],
            [line["payouts"] for line in said["lines"]],
        ),
        ("total", by_name(example.players, example.total), said["payouts"]),
        ("schrift", by_name(example.players, example.schrift), said["schrift"]),
        ("triggers", list(example.triggers), said["triggers"]),
    ]
    return [f"{what}: {found} instead of {expected}" for what, expected, found in pairs if expected != found]


def by_name(players: tuple[str, ...], amounts: tuple[Amount, ...]) -> dict[str, int | str]:
    return {player: amount_in_words(one) for player, one in zip(players, amounts, strict=True)}


def table_agrees(table: Table, rules: Rules) -> list[str]:
    said = answer(table.document | {"rules": rules.slug}, {rules.slug: rules})
    if table.refused or "problems" in said:
        expected, found = sorted(table.refused), sorted(said.get("problems", ["(it was settled)"]))
        return [] if expected == found else [f"refused: {found} instead of {expected}"]
    accounts = [("payouts", "totals", table.rows)]
    accounts.append(("schrift", "schrift_totals", table.schrift_rows or table.rows))
    found = []
    for amounts, totals, rows in accounts:
        if len(rows) != len(said["rows"]):
            return [f"{len(said['rows'])} rows instead of {len(rows)}"]
        for number, (row, out) in enumerate(zip(rows, said["rows"], strict=True), 1):
            found += row_agrees(row, out, amounts, totals, f"row {number}")
    return found


def row_agrees(row: PaperRow, out: dict, amounts: str, totals: str, where: str) -> list[str]:
    pairs = [
        ("dealer", row.dealer, out["dealer"]),
        ("radl", row.radl, out["radl"]),
        (amounts, {player: amount_in_words(one) for player, one in row.amounts.items()}, out[amounts]),
        (totals, {player: amount_in_words(one) for player, one in row.totals.items()}, out[totals]),
    ]
    if amounts == "payouts":
        pairs.append(("triggers", list(row.triggers), out["triggers"]))
    return [f"{where}, {what}: {got} instead of {want}" for what, want, got in pairs if want != got]


@pytest.mark.parametrize(("slug", "example"), cases("all_examples"))
def test_an_example_comes_out_as_worked_out_by_hand(slug: str, example: Example) -> None:
    assert agrees(example, published()[slug]) == []


@pytest.mark.parametrize(("slug", "table"), cases("all_tables"))
def test_a_table_comes_out_as_worked_out_by_hand(slug: str, table: Table) -> None:
    assert table_agrees(table, published()[slug]) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_an_example_that_differs_in_a_variant_really_differs(slug: str) -> None:
    book = rulebook(slug)
    if not book.extends:
        assert not book.differs
        return
    parents = {one.title.de: one for one in rulebook(book.extends).all_examples}
    tables = {one.title.de: one for one in rulebook(book.extends).all_tables}
    for title in book.differs:
        said = (
            agrees(parents[title], published()[slug])
            if title in parents
            else table_agrees(tables[title], published()[slug])
        )
        assert said, f"“{title}” comes out the same under {slug}: take it off the list"


@pytest.mark.parametrize("slug", SLUGS)
def test_titles_are_unique_and_the_columns_are_those_who_play(slug: str) -> None:
    book = rulebook(slug)
    titles = [one.title.de for one in (*book.all_examples, *book.all_tables)]
    assert sorted(titles) == sorted(set(titles))
    for example in book.examples:
        assert example.players == tuple(example.document["players"]), example.title.de
        columns = [sum(column) for column in zip(*(amounts for _, amounts in example.lines), strict=True)]
        assert columns == list(example.total if example.lines else ()), example.title.de
