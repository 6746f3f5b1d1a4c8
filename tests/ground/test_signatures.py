"""What was handed out stays good wherever the code lives; what is handed out now opens nothing else."""

from typing import Any

import pytest
from django.test import override_settings

from scoring.models import Ruleset, Sharing, Sheet
from scoring.models.sharing import LINKS
from scoring.rule_editor.verbs import code_of as code_of_sheet
from scoring.signatures import is_signature_of, signature_of
from scoring.table.links import code_of as code_of_table
from tournaments.draw.cards import CARDS

PRINTED = "as-it-was-when-the-code-was-printed"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (lambda: Sharing(pk=7, salt="").code, "7-3124c7573cb0ff6cb618"),
        (lambda: code_of_table(Sheet(pk=7, record_link=2, salt=""), "record"), "7-3d5d56b2346ba20b05bf"),
        (lambda: signature_of(CARDS, 7, 1, 2, ""), "35b0fe7ab6f900cba75f"),
        (lambda: code_of_sheet(Ruleset(pk=7, salt="")), "7-155079cdcf4f9ca98df0"),
    ],
)
def test_codes_on_paper_and_in_calendars_open_the_same_after_an_upgrade(code: Any, expected: str) -> None:
    """Rows from before have no value of their own."""
    with override_settings(SECRET_KEY=PRINTED):
        assert code() == expected


def test_every_new_row_has_a_value_of_its_own() -> None:
    codes = {Sharing(pk=7).code for _ in range(3)}
    assert len(codes) == 3
    assert len({code_of_table(Sheet(pk=7), "read") for _ in range(3)}) == 3
    assert not is_signature_of(codes.pop().partition("-")[2], LINKS, 7, "")


def test_an_earlier_key_of_the_server_still_opens_and_a_forgotten_one_does_not() -> None:
    with override_settings(SECRET_KEY=PRINTED):
        handed_out = signature_of(LINKS, 7, "abc")
    assert not is_signature_of(handed_out, LINKS, 7, "abc")
    with override_settings(SECRET_KEY_FALLBACKS=[PRINTED]):
        assert is_signature_of(handed_out, LINKS, 7, "abc")
        assert signature_of(LINKS, 7, "abc") != handed_out
