"""The published rule sheets: one TOML file each, file name = slug. Read once, checked at start-up."""

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType

from scoring.engine.loading import Data, Mistake, SheetError, UnknownSheet, copied, load_rules
from scoring.engine.rules import Rules

FOLDER = Path(__file__).parent

# In the order in which the pages list them: each house with its variant.
SLUGS = (
    "standard",
    "standard-skoty",
    "cup",
    "treffpunkt",
    "treffpunkt-skoty",
    "karlsruhe",
    "zwanzigerrufen",
    "oberoesterreich",
    "wien",
    "tirol",
)


MOST_REMEMBERED = 100  # texts


def data_of(text: str) -> Data:
    """Return the data of a sheet's text, as a copy that may be changed.

    >>> first = data_of("needs = '35/2'")
    >>> first["needs"] = "36/0"
    >>> data_of("needs = '35/2'")
    {'needs': '35/2'}
    """
    return copied(_parsed(text))


@lru_cache(maxsize=MOST_REMEMBERED)
def _parsed(text: str) -> Data:
    return tomllib.loads(text)


def read(slug: str) -> Data:
    """Return one file as it is written, or raise SheetError that names it."""
    path = FOLDER / f"{slug}.toml"
    try:
        return data_of(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UnknownSheet(slug, sorted(file.stem for file in FOLDER.glob("*.toml"))) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SheetError(path.name, [Mistake("not_toml", "", {"said": str(error)})]) from None


def load(slug: str) -> Rules:
    """Return one sheet from its file and those it extends."""
    return load_rules(slug, read)


@cache
def published() -> Mapping[str, Rules]:
    """Return all published sheets by slug."""
    return MappingProxyType({slug: load(slug) for slug in SLUGS})
