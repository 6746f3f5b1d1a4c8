"""The steps of a round at each stage; steps not listed are impossible."""

from collections.abc import Mapping
from types import MappingProxyType

CHECK_IN, DRAFT, PUBLISHED, RUNNING, CLOSED = "check_in", "draft", "published", "running", "closed"

# step: from which stages it is possible, and to which it leads; None: the stage stays
STEPS: Mapping[str, tuple[tuple[str, ...], str | None]] = MappingProxyType(
    {
        "check": ((CHECK_IN,), None),  # somebody in or out
        "draw": ((CHECK_IN, DRAFT), DRAFT),
        "draw_first": ((CHECK_IN,), DRAFT),  # nobody else has drawn yet
        "swap": ((DRAFT, PUBLISHED), None),
        "discard": ((DRAFT, PUBLISHED), CHECK_IN),
        "publish": ((DRAFT,), PUBLISHED),
        "seat": ((DRAFT, PUBLISHED, RUNNING), None),  # a latecomer at a table of four
        "start": ((PUBLISHED,), RUNNING),
        "take_back": ((RUNNING,), PUBLISHED),  # begun by mistake
        "time": ((RUNNING,), None),  # pause, resume, add minutes, ring
        "play": ((RUNNING,), None),  # whatever happens at the tables
        "close": ((RUNNING,), CLOSED),
        "reopen": ((CLOSED,), RUNNING),
        "honour": ((CLOSED,), None),  # lots, prizes
    }
)


def is_possible(step: str, stage: str) -> bool:
    """Return whether this can be done with a round at that stage.

    >>> is_possible("start", "published"), is_possible("start", "draft")
    (True, False)
    """
    return stage in STEPS[step][0]


def stage_after(step: str, stage: str) -> str:
    """Return the stage that a possible step leads to."""
    return STEPS[step][1] or stage
