"""Half points: typed into the editor, played, shown as written by hand, verified, taken along in a file."""

from __future__ import annotations

from fractions import Fraction

from scoring.engine.result import from_twelfths
from scoring.models import Club, Ruleset, Sheet
from tests.support.pages import text_of
from tests.support.scoring.archives import brought, emptied, exported
from tests.support.scoring.house import House
from tests.support.scoring.house_rules import address, save, visitor
from tests.support.scoring.house_rules_editor import begun, plainly
from tests.support.scoring.tables import hand
from tests.support.scoring.verify import verified

__all__ = ["plainly"]  # the fixtures


def sheet_with_halves(house: House) -> Sheet:
    """A Bettler for 2½, by a sheet that was made in the editor."""
    editor = begun(house, "cup")
    editor.grid("rows/games/", value__bettler="2,5", lost__dreier="5 1/2")
    assert editor.draft["contracts"]["bettler"]["value"] == "2½"
    save(house, editor.ruleset)
    return house.sheet(rules=Ruleset.objects.get().slug)


def test_a_bettler_for_two_and_a_half_is_played_shown_verified_and_taken_along(
    house: House, plainly: None
) -> None:
    sheet = sheet_with_halves(house)
    written = house.play(sheet, hand("bettler", "Bert", tricks=0))
    row = written.row
    assert row is not None
    names = sheet.evening.names()
    amounts = {names[amount]: from_twelfths(kassa) for amount, (kassa, _schrift) in row.amounts.items()}
    half = Fraction(5, 2)
    assert amounts == {"Anna": -half, "Bert": 3 * half, "Cilli": -half, "Dora": -half}

    client = visitor(house)
    page = text_of(client.get(f"/sheets/{sheet.pk}/"))
    assert "+7½" in page
    assert "−2½" in page
    assert "2½" in text_of(client.get(address(house, f"rules/{sheet.ruleset.slug}/")))
    recording = client.get(f"/sheets/{sheet.pk}/record/").content.decode()
    assert "2½" in recording or "2\\u00bd" in recording
    assert verified()[0] == 0

    content = exported(house.club)
    emptied()
    brought(content)
    assert exported(Club.objects.get()) == content
    assert verified()[0] == 0
