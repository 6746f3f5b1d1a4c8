"""What the program says otherwise than a worked example."""

from scoring.engine.answers import answer
from scoring.engine.result import Amount, amount_in_words
from scoring.engine.rules import Rules
from tests.support.engine.rulebook import Example, ExampleTable, PaperRow, Rulebook


def otherwise(book: Rulebook, rules: Rules) -> dict[str, list[str]]:
    """Return the titles of all examples and tables that the program contradicts, with how."""
    found = {example.title.de: agrees(example, rules) for example in book.all_examples}
    found |= {table.title.de: table_agrees(table, rules) for table in book.all_tables}
    return {title: said for title, said in found.items() if said}


def agrees(example: Example, rules: Rules) -> list[str]:
    """Return how the program contradicts an example; empty where they agree."""
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
    return {player: amount_in_words(other) for player, other in zip(players, amounts, strict=True)}


def table_agrees(table: ExampleTable, rules: Rules) -> list[str]:
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
        ("players", sorted(row.amounts), sorted(out["players"])),
        ("radl", row.radl, out["radl"]),
        (amounts, {player: amount_in_words(amount) for player, amount in row.amounts.items()}, out[amounts]),
        (totals, {player: amount_in_words(total) for player, total in row.totals.items()}, out[totals]),
    ]
    if amounts == "payouts":
        pairs.append(("triggers", list(row.triggers), out["triggers"]))
    return [f"{where}, {what}: {got} instead of {want}" for what, want, got in pairs if want != got]
