"""How names and coordinates stand on a page, in a narrow column or in a drawing."""

from __future__ import annotations

LONG_IN_A_COLUMN = 6  # letters


def breakable(name: str) -> str:
    """Return a name that may go on in the next line of a narrow column: after its dots, or with a hyphen.

    >>> [breakable(name).replace("\N{SOFT HYPHEN}", "|") for name in ("Bert", "Elisabeth")]
    ['Bert', 'El|i|s|a|b|e|th']
    >>> breakable("Maxi…er").split("\N{ZERO WIDTH SPACE}")
    ['Maxi…', 'er']
    """
    if " " in name or len(name) < LONG_IN_A_COLUMN:
        return name
    if "…" in name[:-1]:
        return name.replace("…", "…\N{ZERO WIDTH SPACE}")
    return "\N{SOFT HYPHEN}".join((name[:2], *name[2:-2], name[-2:]))


def unlocalized(number: float) -> str:
    """Return a coordinate: with a point in every language.

    >>> unlocalized(12.5), unlocalized(1200)
    ('12.5', '1200')
    """
    return f"{number}"
