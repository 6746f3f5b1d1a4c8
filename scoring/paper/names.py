"""Names for narrow columns: cut short, and never two the same."""

from __future__ import annotations

from collections.abc import Sequence


def shortened(names: Sequence[str], most: int) -> list[str]:
    """Names cut to so many letters; to a few more where two would look the same.

    >>> shortened(["Bert", "Maximilian"], 8)
    ['Bert', 'Maximil…']
    >>> shortened(["Bert", "Maximilian", "Maximiliane"], 8)
    ['Bert', 'Maxi…ian', 'Maxi…ane']
    """
    for length in range(most, max(map(len, names), default=0)):
        for cut in (_beginning, _both_ends):
            short = [cut(name, length) for name in names]
            if len(set(short)) == len(set(names)):
                return short
    return list(names)


def _beginning(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def _both_ends(name: str, most: int) -> str:
    end = (most - 1) // 2
    return name if len(name) <= most else f"{name[: most - 1 - end]}…{name[-end:]}"
