"""Answer a phone without network about hands that the server does not know yet.

A question is one JSON object, an answer another; nothing is remembered between two. The page has both the
standing and the rules from the server, which writes them by `TableState.as_json` and `rules_document`:

    {"form": 1, "language": "de", "names": {"7": "Anna", …},
     "rules": "{…}"                the rules as JSON text, read once
     "standing": {…}               where the server left the table, or an earlier answer; for a new one
     "begin": {"players": ["1", …], "dealer": "1", "kassa": null}      in its place
     "waits": [{"record": {…}, "really": {"7": "9"}},      who was really who since it was entered; whoever
                                                           sits down first is named there as well, "newcomers"
               {"undo": true, "standing": {…}}]            of the entry before; `standing` where that is sent
     "sheet": {"cents_per_point": 10, "currency": "EUR", "seed": "…"}     asks for the sheet of all that waits
     "typed": {"record": {…}, "instead": {…}}}             what is in the form, behind all that waits

    {"table": {…},                 of a new table, before its first hand
     "entries": [{"number": 12, "said": "…", "settlement": "<table …", "amounts": [["Anna", "+1"], …],
                  "radl": true, "table": {…}}],
     "sheet": "<table …",          a line for each hand
     "settling": "<p …",           who pays whom
     "courses": {"Anna": [0, "1/2", …]},     totals, for a picture of how it went
     "preview": {…}}               as the server's own

`table` is what changes on the recording page with that entry, in it `standing`. An entry that cannot stand
has its `problems` instead, and nothing is known of those behind it: there the entries end. A question that
cannot be answered has `wrong`, the word for why, and `text`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from html import escape
from typing import Any

from scoring.engine.amounts import direction, in_cells, in_heads, noted, signed
from scoring.engine.declaring import declared
from scoring.engine.explaining import Entered, problems_in_words
from scoring.engine.loading import Data, SheetError, rules_from
from scoring.engine.money import SettlingUp, money_in_words, payment_in_words, settle_up
from scoring.engine.naming import Names, people_in, renamed, shortened
from scoring.engine.pagatkassa import Movement, pot_after
from scoring.engine.preview import previewed
from scoring.engine.problems import IllegalHand, Problem, only_by_cards, option_problems
from scoring.engine.record import entry_from_dict
from scoring.engine.result import Amount, amount_in_words
from scoring.engine.rules import Rules
from scoring.engine.sheet import Fact, SheetRow, first_position, problems_with_entry, step
from scoring.engine.table_state import TableState, banner_at, next_deal
from scoring.engine.texts import Text, sentences

Document = dict[str, Any]

FORM = 1  # of a question; another one is that of a newer or an older program
MOST_WAITING = 1_000  # no phone keeps as many

_WRONG = sentences(declared(__name__))


# What reading comes upon in a document that no page has made.
_MISREAD = (
    *(SheetError, ArithmeticError, AssertionError, AttributeError),
    *(LookupError, RecursionError, TypeError, ValueError),
)


class Unanswerable(Exception):
    """A question that cannot be answered."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def rules_document(digest: str, slug: str, data: Data) -> str:
    """Return the resolved data of a rule sheet, for a page to keep for its questions."""
    return json.dumps({"digest": digest, "slug": slug, "data": data}, ensure_ascii=False)


def answered(question: str) -> str:
    """Return the answer to a question, both JSON, whatever the question holds."""
    language = "de"
    try:
        document = json.loads(question)
        language = str(document["language"])
        answer = _Answering(document, language).answer()
    except Unanswerable as unanswerable:
        answer = _wrong(unanswerable.why, language)
    except _MISREAD:
        answer = _wrong("question", language)
    return json.dumps(answer, ensure_ascii=False)


def _wrong(why: str, language: str) -> Document:
    return {"wrong": why, "text": _WRONG[why].in_language(language)}


@lru_cache(maxsize=4)
def _rules(text: str) -> tuple[str, Rules]:
    """Return rules with their checksum; every question brings the same text."""
    document = json.loads(text)
    return document["digest"], rules_from(document["data"], document["slug"])


class _Answering:
    """One question: where the table stood, and what waits."""

    def __init__(self, document: Document, language: str) -> None:
        if document["form"] != FORM:
            raise Unanswerable("program")
        self.document, self.language = document, language
        self.names = {str(player): str(name) for player, name in document["names"].items()}
        self.digest, self.sheet = _rules(document["rules"])
        state = document.get("standing")
        self.start = self.read(self.begun(document["begin"]) if state is None else state)

    def read(self, state: Document) -> TableState:
        """Return a standing, where those rules hold that have come along."""
        table = TableState.read(state)
        if table.digest != self.digest:
            raise Unanswerable("rules")
        if not set(table.position.players) <= set(self.names) or option_problems(table.options, self.sheet):
            raise Unanswerable("question")
        return table

    def begun(self, begin: Document) -> Document:
        """Return where a new table stands."""
        position = first_position(tuple(begin["players"]), begin["dealer"])
        table = TableState(position, self.digest, {}, begin["dealer"])
        return {**table.as_json(), "kassa": begin["kassa"]}

    def answer(self) -> Document:
        waits = self.document.get("waits", [])
        if not isinstance(waits, list) or len(waits) > MOST_WAITING:
            raise Unanswerable("question")
        entries = []
        stands = [_Snapshot(self.start)]
        for waiting in waits:
            entry = self.waiting(waiting, stands)
            entries.append(entry)
            if "problems" in entry:
                break
        answer: Document = {"entries": entries}
        if "begin" in self.document:
            answer["table"] = self.table(stands[0])
        if (played_for := self.document.get("sheet")) is not None:
            answer |= self.sheet_parts(stands, **played_for)
        if (draft := self.document.get("typed")) is not None:
            table = stands[-1].table
            rules = self.sheet.under(table.options)
            answer["preview"] = previewed(draft, table.position, rules, self.names, self.language)
        return answer

    def sheet_parts(
        self, stands: list[_Snapshot], *, cents_per_point: int, currency: str, seed: str
    ) -> Document:
        """Return the whole sheet with waiting entries: its lines, who pays whom, and the chart."""
        if not self.start.with_totals:
            return {"sheet": "", "settling": "", "courses": {}}  # points are not what is played for
        settling = ""
        if cents_per_point:
            settled = settle_up(stands[-1].totals, cents_per_point, seed=seed)
            settling = payments_of(settled, currency, self.names, self.language)
        sheet = sheet_of(stands, self.names, self.language)
        return {"sheet": sheet, "settling": settling, "courses": courses_of(stands, self.names)}

    def waiting(self, waiting: Document, stands: list[_Snapshot]) -> Document:
        """Return the answer for a waiting entry, and add its state to `stands` or remove one."""
        if waiting.get("undo") is True:
            return self.undone(waiting, stands)
        table, rules = stands[-1].table, self.sheet.under(stands[-1].table.options)
        record = waiting["record"]
        if isinstance(record, dict):
            self.names |= record.get("newcomers", {})
            record = {key: value for key, value in record.items() if key != "newcomers"}
        try:
            entry = renamed(entry_from_dict(record, rules), waiting.get("really") or {})
        except IllegalHand as illegal:
            return self.refused(illegal.problems)
        if not people_in(entry) <= set(self.names):
            return {"problems": [{"where": "", "text": _WRONG["nobody"].in_language(self.language)}]}
        problems = problems_with_entry(table.position, entry, rules)
        if problems and not (waiting.get("anyway") and only_by_cards(problems)):
            return self.refused(problems)
        position, row = step(table.position, Fact(None, 0, entry, rules))
        entered = Entered(entry, rules, self.names, self.language)
        if row is not None:
            entered = Entered.of_row(row, self.names, self.language, table.position.players)
        movements: list[Movement] = []
        kassa = table.kassa
        if kassa is not None:
            pot, movements = pot_after(kassa.pot, table.position, entry, kassa.terms)
            kassa = replace(kassa, pot=pot)
        snapshot = _Snapshot(replace(table, position=position, kassa=kassa), entered, movements, row)
        stands.append(snapshot.with_money())
        return {
            **entered.as_json(),
            "radl": row is not None and row.radl,
            "table": self.table(stands[-1]),
        }

    def undone(self, waiting: Document, stands: list[_Snapshot]) -> Document:
        """Return the state after the last entry is taken back, even one already sent."""
        entered = stands[-1].entered
        if len(stands) > 1:
            stands.pop()
        elif (state := waiting.get("standing")) is not None:
            stands[:] = [_Snapshot(self.read(state))]
        else:
            return {"problems": [{"where": "", "text": _WRONG["nothing_before"].in_language(self.language)}]}
        sentence = "" if entered is None else replace(entered, hand=None, number=None, undone=True).sentence
        nothing: Document = {"number": None, "settlement": "", "amounts": [], "radl": False}
        return {**nothing, "said": sentence, "table": self.table(stands[-1])}

    def refused(self, problems: tuple[Problem, ...]) -> Document:
        words = problems_in_words(problems, self.names, self.language)
        return {"problems": [problem._asdict() for problem in words]}

    def table(self, snapshot: _Snapshot) -> Document:
        """Return the parts of the recording page that an entry changes, in the server's form."""
        table, language, names = snapshot.table, self.language, self.names
        rules = self.sheet.under(table.options)
        banner = banner_at(table.first_dealer, table.position, names, rules, language)
        return {
            **next_deal(table.position, names, with_totals=table.with_totals),
            "banner": banner.turn,
            "radl_told": banner.radl,
            "notices": banner.notices + self.busts(snapshot),
            **({} if (accounts := snapshot.accounts) is None else {"accounts": accounts}),
            "pot": None if table.kassa is None else table.kassa.in_words(snapshot.movements, names, language),
            "standing": table.as_json(),
        }

    def busts(self, snapshot: _Snapshot) -> str:
        """Return who went bust in the last hand, as a piece of the page."""
        held, hand = snapshot.table.held, snapshot.table.position.hands
        sentences = () if held is None or not snapshot.paid else held.busts(hand, self.names, self.language)
        return "".join(f'<p class="said">{escape(sentence)}</p>' for sentence in sentences)


@dataclass(frozen=True)
class _Snapshot:
    """The state of a table after an entry, the entry's amounts, and its payments into the pot."""

    table: TableState
    entered: Entered | None = None
    movements: list[Movement] = field(default_factory=list)
    row: SheetRow | None = None

    def with_money(self) -> _Snapshot:
        """Return the snapshot with the hand's play money, where a table counts that instead of totals."""
        held = self.table.held
        if held is None or not self.paid:
            return self
        return replace(
            self, table=replace(self.table, held=held.after_hand(self.table.position.hands, self.paid))
        )

    @property
    def paid(self) -> Mapping[str, Amount]:
        """Return the amounts by player; empty if the entry was not settled."""
        if self.row is None or self.row.settlement is None:
            return {}
        return dict(zip(self.row.players, self.row.settlement.amounts, strict=True))

    @property
    def accounts(self) -> list[dict[str, Any]] | None:
        """Return everybody's play money; None where totals count."""
        held, paid = self.table.held, self.paid
        if held is None:
            return None
        if held.is_schrift and self.row is not None and self.row.settlement is not None:
            paid = dict(zip(self.row.players, self.row.settlement.schrift_amounts, strict=True))
        return held.in_words(self.table.position.schrift_totals, paid)

    @property
    def totals(self) -> Mapping[str, Amount]:
        return self.table.position.totals

    @property
    def in_columns(self) -> list[str]:
        """Return everybody with a total: seated players in order, then those who left."""
        return list(dict.fromkeys([*self.table.position.players, *self.totals]))

    @property
    def line(self) -> str:
        """Return the line of the sheet."""
        assert self.entered is not None
        hand = self.entered.hand
        number = "" if self.entered.number is None else f"{self.entered.number}. "
        doubled = f" ×{hand.times}" if hand is not None and hand.radl else ""
        return f"{number}{self.entered.what}{doubled}"


# The sheet of hands that wait on a phone, and who pays whom, as pieces of a page

SHORT_NAME = 6  # letters over a column

_SAVED = Text("Gesichert", "Saved")
_NOW = Text("Jetzt", "Now")
_EVEN = Text("Niemand schuldet etwas.", "Nobody owes anything.")
_OF_THIS_TABLE = Text(
    "Abrechnung dieses Tisches; noch nicht gesichert.", "Settling up of this table; not saved yet."
)


def sheet_of(stands: Sequence[_Snapshot], names: Names, language: str) -> str:
    """Return the lines with everybody's amounts and totals, starting from earlier totals."""
    players = stands[-1].in_columns
    saved, waits = _SAVED.in_language(language), _NOW.in_language(language)
    rows = [*_row(saved, players, _noted(stands[0].totals, players))]
    for snapshot in stands[1:]:
        rows += _row(
            snapshot.line, players, _cells(snapshot.paid, snapshot.totals, players) if snapshot.paid else ""
        )
    rows += _row(waits, players, _noted(stands[-1].totals, players))
    heads = in_heads(shortened([names[player] for player in players], SHORT_NAME))
    return f'<table class="settlement"><thead><tr>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def _row(words: str, players: Sequence[str], cells: str) -> Iterator[str]:
    yield f'<tr><th scope="rowgroup" colspan="{len(players)}">{escape(words)}</th></tr>'
    if cells:
        yield f"<tr>{cells}</tr>"


def _noted(totals: Mapping[str, Amount], players: Sequence[str]) -> str:
    return in_cells(tuple(totals.get(player, 0) for player in players))


def _cells(amounts: Mapping[str, Amount], totals: Mapping[str, Amount], players: Sequence[str]) -> str:
    cells = [(amounts.get(player), totals.get(player)) for player in players]
    return "".join(
        "<td></td>"  # whoever came later
        if total is None
        else f'<td class="{direction(amount)}">{signed(amount)} <small>{noted(total)}</small></td>'
        for amount, total in cells
    )


def courses_of(stands: Sequence[_Snapshot], names: Names) -> dict[str, list[int | str | None]]:
    """Return everybody's totals before and after each hand, by name; None before they came."""
    hands = [stands[0].totals, *(snapshot.totals for snapshot in stands[1:] if snapshot.paid)]
    players = list(hands[-1]) if len(hands) > 1 else []
    totals = {player: [hand.get(player) for hand in hands] for player in players}
    return {
        names[player]: [None if total is None else amount_in_words(total) for total in course]
        for player, course in totals.items()
    }


def payments_of(settled: SettlingUp, currency: str, names: Names, language: str) -> str:
    """Return the current payments."""
    paid = [payment_in_words(payment, currency, language, names) for payment in settled.payments]
    have = [
        f"{names[balance.person]} {money_in_words(balance.cents, currency, language)}"
        for balance in sorted(settled.balances, key=lambda balance: -balance.points)
    ]
    listed = "".join(f"<li>{escape(words)}</li>" for words in paid or [_EVEN.in_language(language)])
    heading = _OF_THIS_TABLE.in_language(language)
    return f"<p>{escape(heading)}</p><p>{escape(' · '.join(have))}</p><ul>{listed}</ul>"
