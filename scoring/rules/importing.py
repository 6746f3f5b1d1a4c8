"""Read a sheet from an untrusted TOML file: return the data of a valid sheet, or its mistakes.

Nothing that a file holds raises an exception or takes long. What could make reading slow (size, depth) is
looked at before it is read.
"""

import re
import tomllib
from dataclasses import dataclass, field

from scoring.engine.loading import (
    Data,
    Mistake,
    SheetError,
    UnknownSheet,
    mistakes_in,
    resolved_with,
    rules_from,
)
from scoring.engine.rules import Rules
from scoring.rules import SLUGS, read
from scoring.rules.exporting import canonical

MOST_BYTES = 200_000
DEEPEST = 6  # how deep the tables of a file may go; a sheet needs four
MOST_SHOWN = 50  # mistakes; of more only the number is told

_THIS = "(file)"  # no sheet is called so
_BOM = b"\xef\xbb\xbf"

# What has to be seen to know how deep a file goes: texts and comments are stepped over whole.
_TOKENS = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|\Z)'
    r"|'''.*?(?:'''|\Z)"
    r'|"(?:\\.|[^"\\\n])*(?:"|$)'
    r"|'[^'\n]*(?:'|$)"
    r"|\#[^\n]*"
    r"|(?P<open>[\[{])|(?P<close>[\]}])|(?P<dot>\.)|(?P<end>[=,\n])",
    re.DOTALL | re.MULTILINE,
)
_WHERE = re.compile(r"\(at line ([0-9]+), column ([0-9]+)\)")

# How Python's reader of TOML begins its complaints, and the sentence for each.
_COMPLAINTS = (
    ("Cannot overwrite", "toml_twice"),
    ("Cannot declare", "toml_twice"),
    ("Cannot mutate", "toml_twice"),
    ("Cannot redefine", "toml_twice"),
    ("Duplicate inline table key", "toml_twice"),
    ("Found invalid character", "toml_character"),
    ("Illegal character", "toml_character"),
    ("Invalid value", "toml_value"),
    ("Invalid date", "toml_value"),
)


@dataclass(frozen=True)
class Imported:
    """The data of a valid sheet, or the mistakes in its file."""

    data: Data | None
    mistakes: tuple[Mistake, ...] = ()  # at most MOST_SHOWN
    more: int = 0  # how many mistakes are not shown
    named: Data = field(default_factory=dict, repr=False)  # what was read: it says what the places are called

    @property
    def works(self) -> bool:
        return self.data is not None and not self.mistakes


def house_sheet(text: str | bytes, slug: str = "house") -> Rules:
    """Return the rules of a TOML sheet, which may extend a published one; or raise SheetError."""
    sheet = imported(text.encode() if isinstance(text, str) else text)
    if sheet.data is None:
        raise SheetError(slug, sheet.mistakes)
    return rules_from(sheet.data, slug)


def imported(content: bytes) -> Imported:
    """Return the sheet of a file, with its base sheet filled in; or every mistake with its place.

    >>> imported(b'label = "x')
    Imported(data=None, mistakes=(Mistake(code='toml_at_end', path='', named={}),), more=0)
    """
    try:
        data = _parsed(content)
    except SheetError as error:
        return Imported(None, error.problems)
    try:
        whole, mistakes = resolved_with(_THIS, lambda name: data if name == _THIS else _published(name))
    except SheetError as error:
        return Imported(None, error.problems)
    all_mistakes = [*mistakes, *mistakes_in(whole)]
    if all_mistakes:
        return Imported(None, tuple(all_mistakes[:MOST_SHOWN]), max(0, len(all_mistakes) - MOST_SHOWN), whole)
    return Imported(canonical(whole))


def _published(name: str) -> Data:
    """Return a published sheet: only these can be extended, and their names are known beforehand."""
    if name not in SLUGS:
        raise UnknownSheet(name, SLUGS)
    return read(name)


def _parsed(content: bytes) -> Data:
    if len(content) > MOST_BYTES:
        named = {"size": _size(len(content)), "limit": _size(MOST_BYTES)}
        raise _refused("file_too_big", **named)
    try:
        text = content.removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        raise _refused("not_utf8", line=content.count(b"\n", 0, error.start) + 1) from None
    if not text.strip():
        raise _refused("file_empty")
    text = text.replace("\r\n", "\n")
    if line := _too_deep(text):
        raise _refused("too_deep", line=line)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SheetError(_THIS, [_complaint(str(error), text)]) from None
    except ValueError:  # a number with more digits than Python reads
        raise _refused("toml_number") from None


def _refused(code: str, /, **named: object) -> SheetError:
    return SheetError(_THIS, [Mistake(code, "", named)])


def _size(size: int) -> str:
    return f"{-(-size // 1_000_000)} MB" if size >= 1_000_000 else f"{-(-size // 1000)} kB"


def _too_deep(text: str) -> int:
    """Return the line where brackets or dotted keys go deeper than any sheet; 0: nowhere."""
    depth = dots = 0
    for token in _TOKENS.finditer(text):
        kind = token.lastgroup
        if kind == "open":
            depth += 1
            dots = 0
        elif kind == "close":
            depth = max(0, depth - 1)
        elif kind == "dot":
            dots += 1
        elif kind == "end":
            dots = 0
        if depth > DEEPEST or dots > DEEPEST:
            return text.count("\n", 0, token.start()) + 1
    return 0


def _complaint(message: str, text: str) -> Mistake:
    code = next((code for begins, code in _COMPLAINTS if message.startswith(begins)), "toml_syntax")
    where = _WHERE.search(message)
    if where is not None:
        return Mistake(code, "", {"line": int(where[1]), "column": int(where[2])})
    if code != "toml_twice":
        return Mistake("toml_at_end", "")
    return Mistake(code, "", {"line": text.count("\n") + 1, "column": len(text) - text.rfind("\n") - 1})
