"""What a docstring names in backticks exists, so that it is renamed together with the code."""

import ast
import builtins
import keyword
import re
import sys
from collections.abc import Iterator, Set
from pathlib import Path

from tests.support.sources import tree_of

ROOT = Path(__file__).parents[2]
PACKAGES = ("scoring", "tournaments", "tarockclub")
IN_BACKTICKS = re.compile(r"`([A-Za-z_]\w*)`")
DEFINED = re.compile(r"^(?: *(?:async )?(?:class|def) )?\b(\w+)(?= = |[(:\[])", re.MULTILINE)
WORDS = re.compile(r"[A-Za-z_]\w*")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
OF_PYTHON = {*dir(builtins), *keyword.kwlist, *sys.stdlib_module_names}
OTHER_PROGRAMS = {"head", "ifconfig", "ip", "pg_restore"}


def names_in(node: ast.AST, *, skip_functions: bool = False) -> Iterator[str]:
    """Yield the names in some code, and the words of its texts other than docstrings.

    >>> sorted(set(names_in(ast.parse("def f(a: int):\\n    '''Add `b`.'''\\n    return a.c['d']"))))
    ['a', 'c', 'd', 'f', 'int']
    """
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.alias(name=text) | ast.Constant(value=str(text)):
            yield from WORDS.findall(text)
    if skip_functions and isinstance(node, FUNCTIONS):
        return
    for child in ast.iter_child_nodes(node):
        is_docstring = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
        if not is_docstring:
            yield from names_in(child, skip_functions=skip_functions)


def stale_names(node: ast.AST, known: Set[str], enclosing: tuple[ast.AST, ...] = ()) -> Iterator[str]:
    """Yield each name in a docstring that is neither known nor in the code which the docstring describes.

    A function knows what stands outside other functions, and all of its own class.
    """
    if isinstance(node, (ast.Module, ast.ClassDef, *FUNCTIONS)):
        enclosing = (*enclosing, node)
        docstring = ast.get_docstring(node, clean=False) or ""
        if unknown := [name for name in IN_BACKTICKS.findall(docstring) if name not in known]:
            module, *inner = enclosing
            names = set(names_in(module, skip_functions=bool(inner))).union(*map(names_in, inner))
            yield from (f"{getattr(node, 'lineno', 1)} {name}" for name in unknown if name not in names)
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield from stale_names(child, known, enclosing)


def test_the_names_in_docstrings_exist() -> None:
    files = [path.relative_to(ROOT) for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    sources = {path: (ROOT / path).read_text(encoding="utf-8") for path in files}
    modules = {part for path in files for part in path.with_suffix("").parts}
    defined = {name for source in sources.values() for name in DEFINED.findall(source)}
    known = OF_PYTHON | OTHER_PROGRAMS | modules | defined
    assert len(defined) > 5000
    assert [
        f"{path}:{stale}"
        for path, source in sources.items()
        if "migrations" not in path.parts and not known.issuperset(IN_BACKTICKS.findall(source))
        for stale in stale_names(tree_of(source), known)
    ] == []
