"""How names and coordinates stand on a page, in a narrow column or in a drawing."""

from __future__ import annotations

LONG_IN_A_COLUMN = 6  # letters


def breakable(name: str) -> str:
    """Return a name that may go on in the next line of a narrow column.

    After its dots, or in its middle.

    >>> [breakable(name).split("\N{SOFT HYPHEN}") for name in ("Bert", "Elisabeth")]
    [['Bert'], ['Elisa', 'beth']]
    >>> breakable("Maxi…er").split("\N{ZERO WIDTH SPACE}")
    ['Maxi…', 'er']
    """
    if " " in name or len(name) < LONG_IN_A_COLUMN:
        return name
    if "…" in name[:-1]:
        return name.replace("…", "…\N{ZERO WIDTH SPACE}")
    middle = (len(name) + 1) // 2
    return f"{name[:middle]}\N{SOFT HYPHEN}{name[middle:]}"


def unlocalized(number: float) -> str:
    """Return a coordinate: with a point in every language.

    >>> unlocalized(12.5), unlocalized(1200)
    ('12.5', '1200')
    """
    return f"{number}"
