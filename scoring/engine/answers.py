"""A JSON document in, an answer out: for the command, and for every other caller."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from scoring.engine.problems import IllegalHand, Problem, problems_with, unknown
from scoring.engine.record import from_dict, to_dict
from scoring.engine.rules import Rules
from scoring.engine.settling import settle
from scoring.engine.table import Table
from scoring.engine.texts import Text

TappedAnswer = dict[str, Any]

LONGEST_LINE = 4 * 1024 * 1024
_AN_OBJECT = Text("Dokument", "document")


def answer_line(
    line: bytes, sheets: Mapping[str, Rules], *, rules: str | None = None, language: str = "de"
) -> TappedAnswer:
    """Return the answer to one line of JSON Lines, whatever the line holds."""
    try:
        document = parsed(line)
    except IllegalHand as illegal:
        return problem_answer(illegal.problems, language)
    return answer(document, sheets, rules=rules, language=language)


def parsed(line: bytes) -> object:
    """Return one JSON document, or raise IllegalHand that says what is wrong with it."""
    if len(line.rstrip(b"\r\n")) > LONGEST_LINE:
        limit = f"{LONGEST_LINE // (1024 * 1024)} MiB"
        raise IllegalHand((Problem("line_too_long", "", {"limit": limit}),))
    if not line.strip():
        raise IllegalHand((Problem("empty_line", ""),))
    try:
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise IllegalHand((Problem("not_utf8", ""),)) from None
    try:
        return json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except json.JSONDecodeError:
        raise IllegalHand((Problem("not_json", ""),)) from None
    except RecursionError:
        raise IllegalHand((Problem("too_deep", ""),)) from None
    except IllegalHand:
        raise
    except ValueError:  # Python refuses to read whole numbers of thousands of digits
        raise IllegalHand((Problem("number_too_big", ""),)) from None


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        times = Counter(key for key, _ in pairs)
        raise IllegalHand((Problem("key_twice", "", {"key": times.most_common(1)[0][0]}),))
    return record


def _no_constant(name: str) -> object:
    raise json.JSONDecodeError(f"{name} is not JSON", name, 0)


def answer(
    document: Any, sheets: Mapping[str, Rules], *, rules: str | None = None, language: str = "de"
) -> TappedAnswer:
    """Return the settlement of a hand, the rows of a sheet, or what is wrong with either."""
    try:
        chosen = rules_of(document, sheets, rules)
        if "hands" in document:
            return {"rows": [to_dict(row, chosen) for row in Table.from_dict(document, chosen).rows]}
        hand = from_dict(document, chosen)
        problems = problems_with(hand, chosen)
        if problems:
            raise IllegalHand(problems)
        return to_dict(settle(hand, chosen), chosen, language)
    except IllegalHand as illegal:
        return problem_answer(illegal.problems, language)


def rules_of(document: object, sheets: Mapping[str, Rules], default: str | None = None) -> Rules:
    """Return the sheet that a document names, or raise IllegalHand."""
    if not isinstance(document, dict):
        raise IllegalHand((Problem("not_an_object", "", {"where": _AN_OBJECT}),))
    slug = document.get("rules", default)
    if isinstance(slug, str) and slug in sheets:
        return sheets[slug]
    if slug is None and "rules" not in document:
        problem = Problem("key_missing", "rules", {"key": "rules"})
    elif not isinstance(slug, str):
        named = {"where": "rules", "expected": Text("ein Text", "a text")}
        problem = Problem("wrong_type", "rules", named)
    else:
        problem = unknown("unknown_rules", "rules", slug, sheets)
    raise IllegalHand((problem,))


def problem_answer(problems: tuple[Problem, ...], language: str) -> TappedAnswer:
    """Return the answer to a record that is not possible: everything that is wrong, in words."""
    return {"problems": [_hand_of(problem) + problem.in_words(language) for problem in problems]}


def _hand_of(problem: Problem) -> str:
    """Return the number of the hand of a sheet that a problem is about; empty for any other problem."""
    part, _, path = problem.path.partition(".")
    return f"hand {int(path.partition('.')[0]) + 1}: " if part == "hands" and path else ""
