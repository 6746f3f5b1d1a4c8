"""What could not be taken to the other sheet: by name, and how often."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from scoring.engine.result import Amount
from scoring.engine.translating import Loss, loss_in_words
from scoring.engine.what_if import Losses
from scoring.web.amounts import noted


class Times(NamedTuple):
    """A sentence, and of how many hands it is true."""

    text: str
    times: int


@dataclass(frozen=True)
class LossesTold:
    """What a page says of it."""

    hands: int
    changed: int
    untranslated: int
    curtailed: int
    moved: Amount
    refused: tuple[Times, ...]
    lost: tuple[Times, ...]

    @property
    def moved_told(self) -> str:
        """A size, without a sign."""
        return noted(self.moved).lstrip("+")


def losses_told(losses: Losses, language: str) -> LossesTold:
    """Return in words what could not be taken along."""
    return LossesTold(
        losses.hands,
        losses.changed,
        losses.untranslated,
        losses.curtailed,
        losses.moved,
        _told(losses.refused, language),
        _told(losses.lost, language),
    )


def _told(counted: Counter[Loss], language: str) -> tuple[Times, ...]:
    """Return how often each, the most frequent first."""
    told: Counter[str] = Counter()
    for loss, times in counted.items():
        told[loss_in_words(loss, language)] += times
    return tuple(
        Times(text, times) for text, times in sorted(told.items(), key=lambda one: (-one[1], one[0]))
    )
