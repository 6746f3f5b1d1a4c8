"""What a file imports, read without running it; and which rooms may import which."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def imported(source: str, package: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """The line and the whole name of everything that a file of this package imports."""
    for node in statements(ast.parse(source).body):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join(filter(None, (*above, node.module)))
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def statements(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """Yield all statements, however deep; expressions are skipped, as they import nothing."""
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        yield node
        for inside in ("body", "orelse", "finalbody", "handlers", "cases"):
            further = getattr(node, inside, None)
            waiting += further if isinstance(further, list) else []


def floors(app: str) -> dict[str, int]:
    """Return how high each room of an app stands, as drawn for import-linter."""
    contracts = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    drawn = next(contract["layers"] for contract in contracts if contract.get("containers") == [app])
    return {
        room.strip(" ()"): height for height, rooms in enumerate(drawn[::-1]) for room in rooms.split(":")
    }
