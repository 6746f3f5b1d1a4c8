"""The results desk: one live row for every table of a round, on paper or on a screen."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Max
from django.http import QueryDict
from django.utils.translation import pgettext

from scoring.engine.amounts import signed
from scoring.engine.money import number_in_words
from scoring.engine.naming import Names
from scoring.models import Entry
from tournaments.corrections.forms.paper import ResultForm
from tournaments.corrections.verbs import as_kept
from tournaments.engine.played import PlayerResult, results_from
from tournaments.engine.terms import Format
from tournaments.models import PaperResult, Round, SecondTyping, Stage, Table
from tournaments.standings.results import in_seat_order, is_entered, lacks_result, lines_of


class DeskValue(NamedTuple):
    """A player's recorded result, shown at a table where results are not typed."""

    name: str
    field: str  # where it would be typed
    amount: str
    replacement_field: str
    replacement: str


@dataclass
class DeskRow:
    """A table at the desk: its form, or its phone's results, and its state."""

    table: Table
    form: ResultForm
    is_playing: bool  # on a phone whose sheet is open
    is_asked: bool  # takes a result from paper
    may_type: bool  # whoever reads it gives one, or changes it
    result: PaperResult | None = None  # what was typed last, also where it was taken back since
    second: SecondTyping | None = None  # what a second person compared with it since then
    last_entry: datetime | None = None  # when the last hand was entered
    reason: str = ""  # why a result that is stored is changed
    left: str = ""  # why something that was typed is not saved: its people are not of this table any more
    problems: list[str] = field(default_factory=list)  # why a row that a script sent is not saved

    @property
    def given(self) -> int:
        """Return the capital of all players, which their balances without replacement must add up to."""
        terms = self.table.round.tournament.terms
        return 0 if self.form.cup else terms.capital * len(self.form.people)

    @property
    def is_typed(self) -> bool:
        return self.table.result.is_typed

    @property
    def is_corrected(self) -> bool:
        """Return whether something was typed before, so that another result says why."""
        return self.result is not None

    @property
    def stored(self) -> str:
        """Return the id of the result that is stored; empty while there is none."""
        return str(self.result.pk) if self.result is not None and self.is_typed else ""

    @property
    def entered(self) -> PaperResult | None:
        """Return the stored result of the row; None without one."""
        return self.result if self.stored else None

    @property
    def differs(self) -> bool:
        """Return whether the last cross-check found another result on the printed sheet."""
        return self.result is not None and self.second is not None and self.result.lines != self.second.lines

    @property
    def is_waiting(self) -> bool:
        """Return whether the row shows something that is not saved yet."""
        return self.form.is_bound and not self.form.is_untouched

    @property
    def is_stored(self) -> bool:
        """Return whether the row shows the stored result, without unsaved input."""
        return self.is_typed and not self.is_waiting

    @property
    def holds_the_same(self) -> bool:
        """Return whether the submitted result equals the stored one, even if another person typed that."""
        terms = self.table.round.tournament.terms
        sent = {player: as_kept(terms, line) for player, line in self.form.lines.items()}
        return self.is_typed and self.result is not None and results_from(self.result.lines) == sent

    @property
    def hands(self) -> int:
        """Return how many hands stand on its sheet, where they count."""
        return 0 if self.is_typed else self.table.started_sheet.state.hands

    @property
    def most_hands(self) -> int | None:
        """Return how many hands the table plays; None where the clock ends it."""
        return self.table.round.tournament.terms.hands_at(len(self.table.seated))

    @property
    def state(self) -> str:
        """Return how the table stands: "playing", "finished", "missing" or "off"."""
        if self.is_waiting:
            return "off"
        if self.is_playing:
            return "playing"
        return "missing" if lacks_result(self.table) else "finished"

    @property
    def lines(self) -> Mapping[str, PlayerResult]:
        return lines_of(self.table)

    @property
    def values(self) -> list[DeskValue]:
        """Return everybody's results, from the sheet or as typed."""
        return list(self._values())

    def _values(self) -> Iterator[DeskValue]:
        lines, form = self.lines, self.form
        for player, name in form.people.items():
            line, amount = lines.get(player), ""
            replacement = 0 if line is None else line.replacement
            if line is not None:
                amount = number_in_words(line.balance) if line.is_money else signed(line.schrift)
            yield DeskValue(
                name,
                form.add_prefix(f"{form.kinds[0]}-{player}"),
                amount,
                form.add_prefix(f"replacement-{player}"),
                number_in_words(replacement) if replacement else "",
            )


def line_in_words(line: PlayerResult) -> str:
    """Return a line as it was typed: "75 (50)" with a replacement capital of 50 in it."""
    if not line.is_money:
        return signed(line.schrift)
    balance = number_in_words(line.balance)
    return f"{balance} ({number_in_words(line.replacement)})" if line.replacement else balance


def state_words() -> dict[str, str]:
    """Return the word for each state of a table."""
    return {
        "playing": pgettext("table", "playing"),
        "finished": pgettext("table", "finished"),
        "missing": pgettext("table", "missing"),
        "off": pgettext("table", "does not add up"),
    }


def rows_of(
    round_: Round,
    names: Names,
    posted: QueryDict | None = None,
    only: int = 0,
) -> list[DeskRow]:
    """Return a row for each table of a round that has begun, by a fixed number of queries."""
    tables = round_.tables.filter(sheet__isnull=False).select_related("sheet__evening")
    paper_results = (
        PaperResult.objects.filter(table__round=round_).select_related("by").order_by("table", "seq")
    )
    results = {result.table_id: result for result in paper_results}
    typed_again = SecondTyping.objects.filter(table__round=round_).select_related("by")
    seconds = {typing.table_id: typing for typing in typed_again.order_by("table", "seq")}
    entries = Entry.objects.filter(sheet__table__round=round_).order_by()
    last = dict(entries.values_list("sheet").annotate(last=Max("at")))
    runs, directs = round_.stage == Stage.RUNNING, round_.tournament.is_directed
    rows: list[DeskRow] = []
    listed: set[str] = set()
    for table in tables.order_by("number"):
        table.round, sheet = round_, table.started_sheet
        is_typed = table.result.is_typed
        people = {player: names[player] for player in in_seat_order(table, sheet.totals)}
        is_asked = table.paper if runs else is_typed or not is_entered(table)
        is_missing = table.paper and not is_entered(table)
        result, second = results.get(table.pk), seconds.get(table.pk)
        if second is not None and not _is_about(second, result):
            second = None
        lines = table.result.players if is_typed else {}
        form = ResultForm(
            posted if is_asked else None,
            prefix=f"t{table.number}" if listed & people.keys() else None,  # a house player at two tables
            initial=_stored_amounts(lines),
            people=people,
            cup=round_.tournament.terms.format is Format.CUP,
            table=table.number,
        )
        listed |= people.keys()
        # what is stored once the round is closed is corrected by whoever directs
        may_type = is_asked and (directs or (round_.tournament.is_open and (runs or not is_typed)))
        rows.append(
            DeskRow(
                table,
                form,
                is_playing=runs and sheet.is_open and not is_typed and not is_missing,
                is_asked=is_asked,
                may_type=may_type,
                result=result,
                second=second,
                last_entry=last.get(sheet.pk),
                reason="" if posted is None else posted.get(f"reason-{table.number}", ""),
            )
        )
    return [row for row in rows if only in (0, row.table.number)]


def _is_about(second: SecondTyping, result: PaperResult | None) -> bool:
    """Return whether a cross-check still belongs to the current result: same people, unchanged since."""
    if result is None or result.lines is None:
        return False
    return second.at >= result.at and second.lines.keys() == result.lines.keys()


def _stored_amounts(lines: Mapping[str, PlayerResult]) -> dict[str, Any]:
    """Return the stored amounts, by field."""
    amounts: dict[str, Any] = {}
    for player, line in lines.items():
        if not line.is_money:
            amounts[f"schrift-{player}"] = line.schrift
            continue
        amounts[f"balance-{player}"] = line.balance
        if line.replacement:
            amounts[f"replacement-{player}"] = line.replacement
    return amounts


def counted(rows: Sequence[DeskRow]) -> dict[str, Any]:
    """Return how many tables are done, and which are not."""
    return {
        "done": sum(row.state == "finished" for row in rows),
        "missing": _numbers(rows, "missing", "off"),
        "playing": _numbers(rows, "playing"),
        # the widest table says how many columns there are
        "most_people": max([4, *(len(row.form.people) for row in rows)]),
    }


def _numbers(rows: Iterable[DeskRow], *states: str) -> list[int]:
    return [row.table.number for row in rows if row.state in states]
