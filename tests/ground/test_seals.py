"""What was handed out stays good wherever the code lives: a seal is made with a name of its own."""

from __future__ import annotations

import pytest
from django.test import override_settings

from scoring.models import Sheet
from scoring.people.verbs.sharing import _seal as seal_of_a_link
from scoring.table.links import _seal as seal_of_a_table
from tournaments.drawing.cards import _seal as seal_of_a_card


@pytest.mark.parametrize(
    ("seal", "about", "expected"),
    [
        (seal_of_a_link, (7,), "3124c7573cb0ff6cb618"),
        (seal_of_a_table, (Sheet(pk=7, record_link=2), "record"), "3d5d56b2346ba20b05bf"),
        (seal_of_a_card, (7, 1, 2), "35b0fe7ab6f900cba75f"),
    ],
)
def test_codes_on_paper_and_in_calendars_open_the_same_after_an_upgrade(
    seal: object, about: tuple[object, ...], expected: str
) -> None:
    assert callable(seal)
    with override_settings(SECRET_KEY="as-it-was-when-the-code-was-printed"):
        assert seal(*about) == expected
