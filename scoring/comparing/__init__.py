"""Two rule sheets side by side: what differs, in words, and what that does to hands that everybody knows.

Pure: rules in, words out.
"""

from scoring.comparing.differences import BOOK, Change, Difference, Group, differences, grouped, note_of
from scoring.comparing.effects import Effect, Effects, effects
from scoring.comparing.examples import ExampleHand, examples

__all__ = [
    "BOOK",
    "Change",
    "Difference",
    "Effect",
    "Effects",
    "ExampleHand",
    "Group",
    "differences",
    "effects",
    "examples",
    "grouped",
    "note_of",
]
