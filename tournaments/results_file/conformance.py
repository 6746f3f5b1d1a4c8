"""The conformance pack: good files, changed ones with what a checker has to tell of them, and settled hands.

Whoever writes another checker, or another engine, compares with it. It follows from the program's own sheets,
and is the same whenever it is made of the same ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from scoring.engine.answers import answer
from scoring.engine.sheet import first_position
from scoring.rules import SLUGS, published
from tournaments.engine.seeded_random import Dice
from tournaments.results_file.checking import checked
from tournaments.results_file.generating import a_hand, generated
from tournaments.results_file.generating_series import generated_series
from tournaments.results_file.reading import Document, pointer_to
from tournaments.results_file.verdict import GOOD

GOOD_FILES, CHANGES, HANDS = 20, 200, 100  # the latter of each sheet
SINGLE = 18  # so many good files are of one tournament, those behind them of a series
PLAYERS = ("1", "2", "3", "4")
README = """Conformance pack of tarock-results.

good/*.json     files in which all is right
changes.jsonl   one change a line: the file it is made to, the JSON Pointer of the value, the new value (or
                "remove": true), the status a checker ends with, and every difference by code and JSON Pointer
hands/*.jsonl   hands with what they pay, one a line: the record, and the answer of `settle` beside it

The codes are this program's; another checker need only tell a difference where there is one.
"""


class Leaf(NamedTuple):
    """A value of a document, and the way to it."""

    path: tuple[int | str, ...]
    value: Any


def packed(*, good_files: int = GOOD_FILES, changes: int = CHANGES, hands: int = HANDS) -> bytes:
    """Return the pack as a zip."""
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as pack:
        _add(pack, "README.txt", README)
        good = dict(_good(good_files))
        for name, document in good.items():
            _add(pack, f"good/{name}.json", _line(document))
        _add(pack, "changes.jsonl", "".join(map(_line, _changes(good, changes))))
        for slug in SLUGS:
            _add(pack, f"hands/{slug}.jsonl", "".join(map(_line, _hands(slug, hands))))
    return content.getvalue()


def _add(pack: ZipFile, name: str, text: str) -> None:
    info = ZipInfo(name)  # of no day: the same pack is the same file
    info.compress_type = ZIP_DEFLATED
    pack.writestr(info, text)


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _good(count: int) -> Iterator[tuple[str, Document]]:
    """Yield small tournaments by every sheet, some with trouble or sections, and series with teams."""
    for number in range(count):
        if number >= SINGLE:
            ladder = ("places", "curve")[number % 2]
            document = generated_series(8, 1, f"pack {number}", events=2, teams=3, ladder=ladder)
            yield f"{number + 1:02}-series", json.loads(json.dumps(document))
            continue
        slug = SLUGS[number % len(SLUGS)]
        of_kind = number // len(SLUGS) % 2
        document = generated(
            13 if of_kind else 8,
            1 + number % 2,
            f"pack {number}",
            rules=slug,
            trouble=bool(of_kind),
            sections=2 if not of_kind and number % 3 == 0 else 0,
            method="random" if number % 4 < 2 else "",
        )
        yield f"{number + 1:02}-{slug}", json.loads(json.dumps(document))


def _changes(good: dict[str, Document], count: int) -> Iterator[Document]:
    """Yield changes of single values that a checker tells, each with what it has to tell.

    They are made to files whose draws are quickly repeated: every change is checked here.
    """
    dice, names, made = Dice("changes"), [name for name in good if _is_quick(good[name])], 0
    leaves = {name: list(_leaves(good[name], ())) for name in names}
    while made < count:
        name = dice.one_of(names)
        leaf = dice.one_of(leaves[name])
        change = {"remove": True} if dice.below(5) == 0 else {"value": _other(leaf.value, dice)}
        verdict = checked(_line(_changed(good[name], leaf, change)).encode())
        if verdict.status == GOOD:
            continue
        made += 1
        differences = [{"code": finding.code, "pointer": finding.pointer} for finding in verdict.findings]
        at = pointer_to(*leaf.path)
        yield {"file": name, "pointer": at, **change, "status": verdict.status, "differences": differences}


def _is_quick(document: Document) -> bool:
    """Return whether no draw of a tournament looks for people who have not met yet."""
    return len(document["rounds"]) <= 1 or document["terms"]["method"] == "random"


def _leaves(value: Any, path: tuple[int | str, ...]) -> Iterator[Leaf]:
    """Yield every single value; of hands only every seventh, to limit their number."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if path[:1] != ("rules",):
                yield from _leaves(inner, (*path, key))
    elif isinstance(value, list):
        step = 7 if path[-1:] == ("hands",) else 1
        for number in range(0, len(value), step):
            yield from _leaves(value[number], (*path, number))
    else:
        yield Leaf(path, value)


def _other(value: Any, dice: Dice) -> Any:
    """Return another value, mostly of the same kind."""
    if dice.below(8) == 0:
        return dice.one_of([None, 7.5, "", [], "1/0"])
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + dice.one_of([-1, 1, 10])
    return f"{value}x"


def _changed(document: Document, leaf: Leaf, change: Document) -> Document:
    changed = deepcopy(document)
    holder: Any = changed
    *way, last = leaf.path
    for key in way:
        holder = holder[key]
    if "remove" in change:
        del holder[last]
    else:
        holder[last] = change["value"]
    return changed


def _hands(slug: str, count: int) -> Iterator[Document]:
    """Yield hands of a sheet with what they pay."""
    rules, dice = published()[slug], Dice(f"hands {slug}")
    position = first_position(PLAYERS, PLAYERS[-1])
    for number in range(count):
        facts = a_hand(dice, rules, position)
        is_doubled = number % 4 == 0 and bool(rules.radl.played)
        record = {"rules": slug, "players": list(PLAYERS), **facts, "radl": is_doubled}
        yield {"record": record, "answer": answer(record, published())}
