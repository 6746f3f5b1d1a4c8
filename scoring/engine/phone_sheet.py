"""The sheet of hands that wait on a phone, and who pays whom, as pieces of a page."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from scoring.engine.amounts import direction, in_cells, in_heads, noted, signed
from scoring.engine.money import money_in_words, payment_in_words, settled_up
from scoring.engine.naming import Names, shortened
from scoring.engine.play_money import written
from scoring.engine.result import Amount
from scoring.engine.texts import Text

SHORT_NAME = 6  # letters over a column

_BEFORE = Text("Gesichert", "Saved")
_NOW = Text("Jetzt", "Now")
_EVEN = Text("Niemand schuldet etwas.", "Nobody owes anything.")
_OF_THIS_TABLE = Text(
    "Abrechnung dieses Tisches; noch nicht gesichert.", "Settling up of this table; not saved yet."
)


class WaitingLine(NamedTuple):
    """A hand, or another entry, and where everybody stands behind it."""

    said: str
    amounts: Mapping[str, Amount]  # of those who played; nothing, where nobody pays
    totals: Mapping[str, Amount]


class PlayedFor(NamedTuple):
    """What a point is worth, and what decides between equals."""

    cents_per_point: int
    currency: str
    seed: str


def sheet_of(before: Mapping[str, Amount], lines: Sequence[WaitingLine], names: Names, language: str) -> str:
    """Return the lines with what everybody got and has, from what they had before them."""
    now = lines[-1].totals if lines else before
    players = list(now)
    saved, waits = _BEFORE.in_language(language), _NOW.in_language(language)
    rows = [*_row(saved, players, _noted(before, players))]
    for said, amounts, totals in lines:
        rows += _row(said, players, _cells(amounts, totals, players) if amounts else "")
    rows += _row(waits, players, _noted(now, players))
    heads = in_heads(shortened([names[player] for player in players], SHORT_NAME))
    return f'<table class="settlement"><thead><tr>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def _row(words: str, players: Sequence[str], cells: str) -> Iterator[str]:
    yield f'<tr><th scope="rowgroup" colspan="{len(players)}">{escape(words)}</th></tr>'
    if cells:
        yield f"<tr>{cells}</tr>"


def _noted(totals: Mapping[str, Amount], players: Sequence[str]) -> str:
    return in_cells(tuple(totals.get(player, 0) for player in players))


def _cells(amounts: Mapping[str, Amount], totals: Mapping[str, Amount], players: Sequence[str]) -> str:
    cells = [(amounts.get(player), totals[player]) for player in players if player in totals]
    return "".join(
        f'<td class="{direction(amount)}">{signed(amount)} <small>{noted(total)}</small></td>'
        for amount, total in cells
    )


def courses_of(
    before: Mapping[str, Amount], lines: Sequence[WaitingLine], names: Names
) -> dict[str, list[int | str | None]]:
    """Return everybody's total before and behind each hand that counts, by name; none before they came."""
    hands = [before, *(line.totals for line in lines if line.amounts)]
    players = list(hands[-1]) if len(hands) > 1 else []
    totals = {player: [hand.get(player) for hand in hands] for player in players}
    return {
        names[player]: [None if total is None else written(total) for total in course]
        for player, course in totals.items()
    }


def payments_of(totals: Mapping[str, Amount], played_for: PlayedFor, names: Names, language: str) -> str:
    """Return who pays whom by now."""
    cents, currency, seed = played_for
    settled = settled_up(totals, cents, seed=seed)
    paid = [payment_in_words(payment, currency, language, names) for payment in settled.payments]
    have = [
        f"{names[balance.person]} {money_in_words(balance.cents, currency, language)}"
        for balance in sorted(settled.balances, key=lambda balance: -balance.points)
    ]
    listed = "".join(f"<li>{escape(words)}</li>" for words in paid or [_EVEN.in_language(language)])
    heading = _OF_THIS_TABLE.in_language(language)
    return f"<p>{escape(heading)}</p><p>{escape(' · '.join(have))}</p><ul>{listed}</ul>"
