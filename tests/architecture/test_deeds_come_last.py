"""A deed locks the log of its club until its transaction ends: nothing is written after it.

Otherwise two verbs wait for each other on PostgreSQL, one for the log and one for a row.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.support.sources import tree_of

ROOT = Path(__file__).parents[2]
# It tells under the new name who does it to themselves, which it cannot once the account is taken off.
NOT_LAST = {"anonymise_member"}


def records(node: ast.AST) -> bool:
    """Return whether a node records a deed of the verb that it stands in."""
    if not isinstance(node, ast.Call):
        return False
    name = getattr(node.func, "attr", "") or getattr(node.func, "id", "")
    return name == "record_deed" or (name == "record" and ast.unparse(node.func) == "act.record")


def writes_afterwards(source: str) -> Iterator[str]:
    """Yield the functions that do something after a deed was recorded."""
    for function in (node for node in ast.walk(tree_of(source)) if isinstance(node, ast.FunctionDef)):
        places = [place for place, body in enumerate(function.body) if any(map(records, ast.walk(body)))]
        behind = function.body[places[0] + 1 :] if places else []
        if not all(isinstance(statement, ast.Return) for statement in behind):
            yield function.name


def test_whatever_is_written_is_written_before_the_deed() -> None:
    modules = [path for app in ("scoring", "tournaments") for path in (ROOT / app).rglob("*.py")]
    sources = [source for path in modules if "record" in (source := path.read_text("utf-8"))]
    found = {name for source in sources for name in writes_afterwards(source)}
    assert found == NOT_LAST
