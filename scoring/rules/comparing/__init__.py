"""Two rule sheets side by side: what differs, in words, and what that does to hands that everybody knows.

Pure: rules in, words out.
"""

from scoring.rules.comparing.differences import (
    BOOK,
    ChangeKind,
    Difference,
    DifferenceGroup,
    differences,
    grouped,
    note_of,
)
from scoring.rules.comparing.effects import ChangedExample, Effects, effects
from scoring.rules.comparing.examples import ExampleHand, adapted_to, examples

__all__ = [
    "BOOK",
    "ChangeKind",
    "ChangedExample",
    "Difference",
    "DifferenceGroup",
    "Effects",
    "ExampleHand",
    "adapted_to",
    "differences",
    "effects",
    "examples",
    "grouped",
    "note_of",
]
