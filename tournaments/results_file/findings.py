"""Compare the claims of a results file with what follows from its facts, a sentence for each difference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from scoring.engine.explaining import problems_in_words
from scoring.engine.problems import Problem
from scoring.engine.texts import Text
from tournaments.engine.criteria import CRITERIA
from tournaments.results_file.derivation import (
    NOBODY_SAYS,
    Derivation,
    FileRemark,
    Impossible,
    Item,
    is_same,
)
from tournaments.results_file.reading import (
    WORDS,
    FileFinding,
    JsonPath,
    pointer_to,
    sentence,
    shortened,
)

SAME_IN_SCHRIFT = {"schrift": "payouts", "schrift_totals": "totals"}  # may be left out
BY_PERSON = ("payouts", "schrift", "totals", "schrift_totals", "balances", "cents", "sums", "apart")
UNORDERED = ("counting", "missing")
OF_PEOPLE = ("name", "dealer", "players", "order", "sums", "drawn", "seats")  # whose values are ids of people
EVENING = "evening"
WITH_SENTENCE = ("apart", "sums")  # of their own where they differ


class PathInWords(NamedTuple):
    """A path in words, with the person it is about, and the keys below."""

    location: Text
    player: str | None
    keys: tuple[str, ...]
    pointer: str  # as far as the file has it


class Findings:
    """Compares a document with its derivation, and collects what is wrong."""

    def __init__(self, derivation: Derivation, skipped: Sequence[str] = (), *, filling: bool = False) -> None:
        self.derivation, self.document, self.names = derivation, derivation.document, derivation.names
        self.filling = filling  # what follows is put into the document, but for what was drawn
        self.skipped = skipped  # keys of a newer file that nobody here knows
        self.findings: list[FileFinding] = []
        self.notes: list[FileFinding] = []  # remarks, which make no file wrong
        # of each claim that is not made, by its place and key: where it could be
        self.left_out: dict[tuple[Text, str], list[str]] = {}
        self.compare(derivation.derived())

    def compare(self, items: Iterable[Item]) -> None:
        """Note what cannot be, and where a claim differs."""
        for item in items:
            if isinstance(item, Impossible):
                notes = self.notes if isinstance(item, FileRemark) else self.findings
                notes.append(self._impossible(item))
            elif self.filling and item.path[-1] != "order":
                value = without_schrift(item.value) if item.path[-1] == "settled" else item.value
                _at(self.document, item.path[:-1])[item.path[-1]] = value
            elif (claim := _at(self.document, item.path)) is None:
                if item.is_expected:
                    self._leave_out(item.path)
            else:
                self.findings += self._differences(item.path, item.value, claim)

    @property
    def sentences(self) -> list[Text]:
        return [finding.text for finding in self.findings]

    @property
    def remarks(self) -> Iterator[FileFinding]:
        """Yield the remarks, then which claims are left out."""
        yield from self.notes
        for (location, key), pointers in self.left_out.items():
            message = sentence("left_out", key=key, count=len(pointers))
            yield FileFinding("left_out", pointers[0], sentence("at_place", place=location, told=message))

    def name(self, player: str) -> Text:
        """Return a player's name, or their number in the file."""
        name = self.names.get(player)
        return Text.same(shortened(name)) if name else sentence("person", id=player)

    # comparing

    def _differences(self, path: JsonPath, expected: Any, claim: Any) -> Iterator[FileFinding]:
        """Yield the claims that differ from the derived ones; note missing ones."""
        key = path[-1]
        if isinstance(claim, list):
            expected = expected or []
            if key in UNORDERED:
                expected, claim = sorted(expected), sorted(claim)
        if key == "settled":
            expected, claim = _without_the_same(expected, claim)
        if expected == claim:
            return
        if isinstance(claim, dict) and isinstance(expected or {}, dict):
            yield from self._in_object(path, expected or {}, claim)
        elif isinstance(claim, list) and any(isinstance(row, dict) for row in (*claim, *expected)):
            yield from self._in_rows(path, expected, claim)
        elif not is_same(expected, claim):
            yield self._difference(path, expected, claim)

    def _in_object(self, path: JsonPath, expected: Any, claim: Any) -> Iterator[FileFinding]:
        """Yield the differences in an object; in a row only the first, as others follow from it."""
        by_person = path[-1] in BY_PERSON
        if path[-1] == "sums" and expected.keys() != claim.keys():
            yield self._difference(path, list(expected), list(claim))
            both = expected.keys() & claim.keys()
            expected, claim = ({who: rows[who] for who in rows if who in both} for rows in (expected, claim))
        for key in dict.fromkeys((*expected, *claim)):
            if key not in claim and not by_person:
                self._leave_out((*path, key))
            elif by_person or key in expected or f"of_{key}" in WORDS:
                differing = list(self._differences((*path, key), expected.get(key), claim.get(key)))
                yield from differing
                if differing and claim.keys() & {"player", "rank"}:
                    return

    def _in_rows(self, path: JsonPath, expected: list[Any], claim: list[Any]) -> Iterator[FileFinding]:
        """Yield differences in rows about people, tables or sections, and missing or extra rows."""
        ours = {_row_key(row): row for row in expected}
        theirs = {_row_key(row): number for number, row in enumerate(claim)}
        if len(theirs) < len(claim):
            yield self._impossible(Impossible(path, "row_twice"))
        for key in dict.fromkeys((*ours, *theirs)):
            at = (*path, theirs.get(key, len(claim)))
            our, their = ours.get(key), _at(claim, at[-1:])
            if our and their:
                yield from self._differences(at, our, their)
                continue
            row = our or their
            column, rank = "rank" if "player" in row else "places", row.get("rank", NOBODY_SAYS)
            yield self._difference((*at, column), our and rank, their and rank, row=row)
        order = {key: row.get("rank", number) for number, (key, row) in enumerate(ours.items())}
        ranks = [order[key] for key in theirs if key in order]
        if ranks != sorted(ranks) and path[-1] != "standings":
            yield self._impossible(Impossible(path, "places_order"))

    def _leave_out(self, path: JsonPath) -> None:
        """Note a missing claim, which is no error; one note for all hands of a table."""
        at = self._in_words(path[:-1])
        of = self._in_words(path[: path.index("hands")]) if "hands" in path else at
        self.left_out.setdefault((of.location, ".".join((*at.keys, str(path[-1])))), []).append(of.pointer)

    # in words

    def _finding(self, code: str, at: PathInWords, **named: Text) -> FileFinding:
        message = sentence(code, **named)
        return FileFinding(code, at.pointer, sentence("at_place", place=at.location, told=message))

    def _impossible(self, item: Impossible) -> FileFinding:
        named = {key: self._shown(key, value) for key, value in item.named.items()}
        return self._finding(item.code, self._in_words(item.path), **named)

    def _difference(self, path: JsonPath, expected: Any, claim: Any, *, row: Any = None) -> FileFinding:
        """Return the sentence on a wrong claim; `row` is a derived one missing in the file."""
        at = self._in_words(path, row)
        key, names = at.keys[-1], [] if at.player is None else [self.name(at.player)]
        code = _code(key, expected, claim) if names or key != "rank" else "differs"
        what = Text.joined([*names, WORDS.get(f"of_{key}", Text.same(key))])
        shown = {"expected": self._shown(key, expected), "found": self._shown(key, claim)}
        return self._finding(code, at, name=Text.joined(names), what=what, **shown)

    def _in_words(self, path: JsonPath, row: Any = None) -> PathInWords:
        """Return a path in words; `row` is what the file lacks there."""
        location = WORDS["overall" if path[:1] == ("standings",) else "file"]
        value: Any = self.document
        holder, player, keys = "", None, list[str]()
        for key in path:
            rows, value = value, _at(value, (key,))
            if isinstance(key, int):
                value = row if value is None else value
                code, number = self._code_of_item(holder, value), key + 1
                if code == "hand":
                    number = sum("games" in each["record"] for each in rows[:number])
            else:
                code, number = "rules" if holder == "rules" else f"in_{key}", 0
            if code in WORDS:
                location, keys = sentence(code, place=location, **_fields(value, number)), []
            elif holder in BY_PERSON:
                player = str(key)
            elif isinstance(key, str):
                keys.append(key)
            if isinstance(value, dict) and "player" in value:
                player = value["player"]
            holder = str(key)
        known = next((n for n in range(len(path)) if _at(self.document, path[: n + 1]) is None), len(path))
        return PathInWords(location, player, tuple(keys), pointer_to(*path[:known]))

    def _code_of_item(self, holder: str, value: Any) -> str:
        """Return which words say where a row of a list is."""
        if holder == "hands":
            return "hand" if "games" in value["record"] else "entry"
        if holder == "standings":
            return next((f"places_at_{key}" for key in ("table", "section") if key in value), "")
        is_of_evening = holder == "tables" and self.document["kind"] == EVENING
        return "of_evening" if is_of_evening else f"nth_{holder}"

    def _shown(self, key: str, value: Any) -> Text:
        if isinstance(value, Text):
            return value
        if key == "told":
            return Text(*(self._problems(value, language) for language in ("de", "en")))
        if value is None or value == []:
            return WORDS["nothing"]
        if key == "busts":
            hands = ", ".join(str(bust[0]) for bust in value)
            return sentence("busts", count=len(value), hands=hands)
        if isinstance(value, list | tuple):
            return Text.joined([self._shown(key, each) for each in value])
        if key in OF_PEOPLE:
            return self.name(value)
        if key == "decided" and value in CRITERIA:
            return CRITERIA[value].label
        return WORDS.get(f"{key}_{value}", Text.same(shortened(str(value))))

    def _problems(self, problems: Sequence[Problem], language: str) -> str:
        names = {player: self.name(player).in_language(language) for player in self.names}
        return " ".join(problem.text for problem in problems_in_words(problems, names, language))


def _at(value: Any, path: JsonPath) -> Any:
    """Return the value at a path; None where the document ends before."""
    for key in path:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _without_the_same(settled: dict[str, Any], claim: dict[str, Any]) -> list[dict[str, Any]]:
    """Return both values without a Schrift equal to the Kassa, which a file may leave out."""
    expected = without_schrift(settled) | {key: settled[key] for key in SAME_IN_SCHRIFT if key in claim}
    same = {key: claim[of] for key, of in SAME_IN_SCHRIFT.items() if key in expected and of in claim}
    return [expected, same | claim]


def without_schrift(settled: dict[str, Any]) -> dict[str, Any]:
    """Return a hand's amounts without a Schrift equal to the Kassa."""
    return {
        key: value
        for key, value in settled.items()
        if key not in SAME_IN_SCHRIFT or value != settled[SAME_IN_SCHRIFT[key]]
    }


def _row_key(row: dict[str, Any]) -> tuple[Any, ...]:
    return row.get("player"), row.get("table"), row.get("section")


def _fields(value: Any, number: int) -> dict[str, Any]:
    """Return the values for the words of a place."""
    named = dict.fromkeys(("title", "name", "position"), number)
    fields = value.items() if isinstance(value, dict) else ()
    return named | {key: field for key, field in fields if field and isinstance(field, str | int)}


def _code(key: str, expected: Any, claim: Any) -> str:
    """Return which sentence says that a claim differs."""
    if key == "radl":
        return "radl" if expected else "no_radl"
    if key == "rank":
        return "not_ranked" if expected is None else "no_place" if claim is None else "rank"
    if key == "places":
        return "extra_standings" if expected is None else "no_part"
    return key if key in WITH_SENTENCE else "differs"
