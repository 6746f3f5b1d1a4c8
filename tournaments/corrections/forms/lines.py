"""Hands from paper, one line each, as they would stand on the sheet of a table."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.engine import facts
from scoring.engine.customs import Counting, Kind, RenonceCustom
from scoring.engine.explaining import problems_in_words
from scoring.engine.naming import Names
from scoring.engine.problems import IllegalHand, Problem
from scoring.engine.record.stored import ENDS, read_stored
from scoring.engine.result import Amount
from scoring.engine.rules import Contract, Rules
from scoring.engine.sheet import Fact, Position, problems_with_entry, step
from scoring.models import Sheet
from scoring.names import folded
from scoring.rules.versions.timelines import rules_for
from scoring.table import shorthand
from scoring.table.pages.marks import KONTRA_SHORT
from scoring.table.pages.wording import named_entry_in_words
from scoring.table.replay import position_of
from scoring.table.shorthand import LineProblem, Record, UnreadableLine, part_labels
from tournaments.wording import no_schlussradl

MOST_LINES = 60
BELL_LINES = ("gong", "glocke", "bell")  # where it rang, on a sheet of paper


class ReadLine(NamedTuple):
    """A line as it was typed, and what came of it."""

    number: int
    text: str
    record: Record | None = None
    sentence: str = ""
    amounts: Mapping[str, Amount] | None = None  # None: nobody gets or pays anything
    wrong: tuple[LineProblem, ...] = ()


class LinesReading(NamedTuple):
    """All lines, checked one after the other as they would stand on the sheet."""

    lines: tuple[ReadLine, ...]

    @property
    def records(self) -> list[Record]:
        return [line.record for line in self.lines if line.record is not None]

    @property
    def is_right(self) -> bool:
        return bool(self.lines) and not any(line.wrong for line in self.lines)


def read_lines(text: str, sheet: Sheet, names: Names, language: str) -> LinesReading:
    """Read every line that is not empty by the rules for the next hand of this sheet."""
    rules, position = rules_for(sheet), position_of(sheet)
    lines: list[ReadLine] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        position, read = _checked(number, line.strip(), position, rules, names, language)
        lines.append(read)
    return LinesReading(tuple(lines))


def _checked(
    number: int, text: str, position: Position, rules: Rules, names: Names, language: str
) -> tuple[Position, ReadLine]:
    seated = {player: names[player] for player in position.state.players}
    try:
        record = record_of(text, rules, seated)
        entry = read_stored(record, rules)
        wrong = _problems_in_words(problems_with_entry(position.state, entry, rules), names, language)
    except UnreadableLine as unreadable:
        wrong = (unreadable.wrong,)
    except IllegalHand as illegal:
        wrong = _problems_in_words(illegal.problems, names, language)
    if wrong:  # whatever the line was meant to say, the next one dealt after it
        state = replace(position.state, dealer=position.state.next_dealer)
        return replace(position, state=state), ReadLine(number, text, wrong=wrong)
    next_position, row = step(position, Fact(_NO_ID, 0, entry, rules))
    amounts = None
    if row is not None and row.row.settlement is not None:
        settled = row.row.settlement
        amounts = dict(zip(settled.players, settled.amounts, strict=True))
    if isinstance(entry, facts.Hand):
        entry = replace(
            entry,
            players=position.state.playing,
            radl=position.state.doubles(entry, rules),
            times=position.state.times,
        )
    return next_position, ReadLine(
        number, text, record, named_entry_in_words(entry, names, rules, language), amounts
    )


_NO_ID: Any = None


def _problems_in_words(problems: Sequence[Problem], names: Names, language: str) -> tuple[LineProblem, ...]:
    parts = part_labels()
    return tuple(
        LineProblem(
            next((parts[each] for each in problem_words.where.split(".") if each in parts), ""),
            problem_words.text,
        )
        for problem_words in problems_in_words(problems, names, language)
    )


def record_of(line: str, rules: Rules, seated: Mapping[str, str]) -> Record:
    """Return what it says, as a phone would have sent it, of all that a tournament knows."""
    if folded(line) in BELL_LINES and rules.radl.played:
        return {"event": ENDS, "dealt": True}
    record = shorthand.record_of(line, rules, seated)
    if record.get("event") == "schlussradl":
        raise UnreadableLine("", no_schlussradl())
    return record


# What can be typed


class LineAbbreviation(NamedTuple):
    """What can stand in a line, and what it means."""

    text: str
    means: str


def shorts_for(rules: Rules, seats: Sequence[str], language: str) -> Mapping[str, Sequence[LineAbbreviation]]:
    """Return the abbreviations by heading; `seats` are names in order."""
    contracts = [
        LineAbbreviation(contract.short, contract.label.in_language(language))
        for contract in rules.contracts.values()
    ]
    premiums = [
        LineAbbreviation(premium.short, premium.label.in_language(language))
        for premium in rules.premiums.values()
    ]
    kontras = [
        LineAbbreviation(KONTRA_SHORT[level].lower(), rules.kontra.label(level)) for level in rules.levels
    ]
    return {
        _("Contracts"): contracts,
        _("Players"): [LineAbbreviation(str(number), name) for number, name in enumerate(seats, 1)],
        _("Results"): list(_results(rules)),
        _("Kontras"): kontras,
        _("Premiums"): premiums,
        _("After a premium"): list(_behind_premiums(rules, seats)),
        _("Other lines"): list(_others(rules, seats)),
    }


def _results(rules: Rules) -> Iterator[LineAbbreviation]:
    plain = rules.counting is Counting.PLAIN
    yield LineAbbreviation("45" if plain else "41", _("the declarer's card points"))
    if not plain:
        yield LineAbbreviation("41/2", _("the same, counted to the Blatt"))
    yield LineAbbreviation("g", _("won, if nobody counted"))
    yield LineAbbreviation("v", _("lost, if nobody counted"))
    if any(contract.kind is Kind.CALLING for contract in rules.contracts.values()):
        yield LineAbbreviation("talon", _("instead of the partner: the called king lies in the talon"))
    if rules.self_call:
        yield LineAbbreviation("selbst", _("instead of the partner: called their own king"))


def _behind_premiums(rules: Rules, seats: Sequence[str]) -> Iterator[LineAbbreviation]:
    announced = [premium.short for premium in rules.premiums.values() if premium.announced is not None]
    if announced:
        yield LineAbbreviation("a+", _("announced and made"))
        yield LineAbbreviation("a-", _("announced and missed"))
    yield LineAbbreviation("-", _("missed, not announced"))
    if announced and rules.kontra.on_premiums:
        yield LineAbbreviation("k", _("with a kontra: %(example)s") % {"example": f"{announced[0]}a+k"})
    yield LineAbbreviation(f":{seats[0]}", _("whose it is; if left out, the declarer's side"))


def _others(rules: Rules, seats: Sequence[str]) -> Iterator[LineAbbreviation]:
    if rules.renonce is not RenonceCustom.OPEN:
        yield LineAbbreviation(f"ren:{seats[0]}", _("at the end: Renonce of this player"))
    yield LineAbbreviation(_("neu misdealt"), _("dealt again, and why"))
    yield LineAbbreviation(_("ung cards mixed up"), _("the hand does not count, and why"))
    yield LineAbbreviation(f"gibt {seats[0]}", _("who deals next"))
    if rules.radl.played:
        yield LineAbbreviation(
            _("bell"), _("it rang here: one hand had already been dealt; after it nothing is doubled")
        )


def example_for(rules: Rules, seats: Sequence[str]) -> str:
    """Return a line that can be played under this sheet."""
    makes: dict[Kind, Callable[[Contract], str]] = {
        Kind.PAIRED: lambda contract: f"{contract.short} {seats[0]} {seats[1]} 45 k",
        Kind.CALLING: lambda contract: f"{contract.short} {seats[0]} {seats[1]} 41 k",
        Kind.ALONE: lambda contract: f"{contract.short} {seats[0]} g",
    }
    kinds = (Kind.PAIRED, Kind.CALLING, Kind.ALONE)
    contracts = (contract for kind in kinds for contract in rules.contracts.values() if contract.kind is kind)
    contract = next(contracts, None)
    return makes[contract.kind](contract) if contract else ""
