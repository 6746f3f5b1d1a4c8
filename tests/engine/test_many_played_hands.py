"""Fifty thousand hands dealt, played and counted: none is refused, and each comes out right."""

from __future__ import annotations

import pytest

from scoring.rules import SLUGS, published
from tests.support.engine.judging_played_hands import judged, missing

OF_EACH_SHEET = 5_000


def test_there_are_fifty_thousand() -> None:
    assert len(SLUGS) * OF_EACH_SHEET >= 50_000


@pytest.mark.parametrize("slug", SLUGS)
def test_what_can_be_played_is_never_refused(slug: str) -> None:
    wrong, seen = judged(slug, OF_EACH_SHEET)
    print(slug, dict(sorted(seen.items())))
    assert wrong == []
    assert missing(published()[slug], seen) == []
