"""What if, on paper."""

from __future__ import annotations

from pathlib import Path

from scoring.models import Account, Evening
from tests.support.browser.pages import OpenPage, printed
from tests.support.browser.people import sign_in
from tests.support.browser.settling import THREE, open_evening, play
from tests.support.scoring.tables import FOUR
from tests.support.scoring.what_if import PLAYED
from tests.support.stages import Stage


def played(anna: Account) -> Evening:
    """An evening on which the sheets differ."""
    evening = open_evening(anna, "treffpunkt", FOUR)
    play(anna, evening, *PLAYED)
    return evening


PLAYED_BY_THREE = Stage("evening", played, on=THREE)
evening = PLAYED_BY_THREE.fixture()


def test_it_says_on_paper_too_that_it_is_imagined(page: OpenPage, evening: Evening, tmp_path: Path) -> None:
    visitor = sign_in(page(1280, 844))
    visitor.goto(f"{evening.get_absolute_url()}what-if/?language=en&rules=standard")
    text = "".join(printed(visitor, tmp_path))
    assert "Imagined, not played." in text
    assert "Under which sheet?" not in text
    assert "Calling oneself is not allowed on this sheet." in text
