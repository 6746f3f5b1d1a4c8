"""The words of tables that people send, as crossings.toml has them."""

import re
from collections.abc import Iterable
from typing import Any

from scoring.engine.declaring import declared
from scoring.names import folded

WORDS: dict[str, Any] = declared("scoring.old_sheets.crossings")
_AROUND = " ()[].:=/,"


def pattern(written: str) -> re.Pattern[str]:
    """Return a pattern that ignores case; words in CAPITALS stand for other patterns."""
    for name, other in (*WORDS["headings"].items(), *WORDS["written"].items()):
        written = written.replace(name.upper(), other)
    return re.compile(written, re.IGNORECASE)


_HEADINGS = {name: pattern(written) for name, written in WORDS["headings"].items()}
_MONEY = {unit: pattern(written) for unit, written in WORDS["money"].items()}
_IN_A_HEADING = pattern(rf"[\s(\[/,]*(?:\bin )?(?:{'|'.join(WORDS['money'].values())})[\s)\]]*$")


def says(text: str, kind: str) -> bool:
    """Return whether a cell is one of the words of a kind, as `headings` of crossings.toml has them.

    >>> says("Punkte (€)", "amount"), says("Anna", "amount"), says("Datum:", "day"), says("Rang", "figures")
    (True, False, True, True)
    """
    return bool(_HEADINGS[kind].fullmatch(_without_money(folded(text)).strip(_AROUND)))


def says_sum(text: str) -> bool:
    """Return whether a cell names a sum, a running total, or a balance brought forward.

    >>> [says_sum(text) for text in ("Summe Jänner", "Zwischenstand", "Übertrag 2015", "Sumser", "Anna")]
    [True, True, True, False, False]
    """
    return says(text, "sums")


def mentions(text: str, kind: str) -> bool:
    """Return whether a text contains one of the words of a kind.

    >>> mentions("Schulden 2016", "debts"), mentions("Anna Stand", "added"), mentions("Standler", "added")
    (True, True, False)
    """
    return any(_HEADINGS[kind].fullmatch(word.strip(_AROUND)) for word in folded(text).split())


def name_in(heading: str) -> str:
    """Return the name in a heading, without the words for its numbers; empty: none.

    >>> name_in("Anna (€)"), name_in("Pkt Bert"), name_in("Punkte 1"), name_in("Summe"), name_in("Anna Stand")
    ('Anna', 'Bert', '', '', 'Anna')
    """
    words = [
        word
        for word in _without_money(heading).split()
        if not says(word, "amount") and not says(word, "added")
    ]
    is_none = any(says(heading, kind) for kind in ("sums", "figures", "sides", "weekday"))
    return "" if is_none or not any(map(str.isalpha, "".join(words))) else " ".join(words)


def _without_money(heading: str) -> str:
    """Return whose a heading is, without what its numbers are counted in.

    >>> _without_money("Anna (€)"), _without_money("Bert in Euro"), _without_money("Franz S")
    ('Anna', 'Bert', 'Franz S')
    """
    return _IN_A_HEADING.sub("", heading) or heading


def money_in(texts: Iterable[str]) -> str:
    """Return the currency of which a sign or a word is in some of the cells; empty: none."""
    cells = {*texts}
    return next((unit for unit, sign in _MONEY.items() if any(map(sign.search, cells))), "")
