"""Every page of a tournament is as somebody has read and approved it, for owners and for strangers."""

import pytest

from scoring import clock
from tests.support.approved import expect_approved, pages_at, the_same_each_time
from tests.support.scoring.house import founded_house
from tests.support.stages import stage
from tests.support.tournaments.access import KINDS_OF_ADDRESSES, TABLE, Scene, kind_of, prepared_scene
from tests.support.visitors import asked_often

pytestmark = pytest.mark.database("sqlite")  # numbers of rows stand in addresses


@stage(on=None)
def approved_scene() -> Scene:
    """The tournament of the tests on access, the same in every run."""
    with the_same_each_time():
        return prepared_scene(founded_house())


@pytest.mark.parametrize("kind", KINDS_OF_ADDRESSES)
@asked_often()
def test_pages_are_as_approved(approved_scene: Scene, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: approved_scene.moment)
    rows = {address: row for address, row in TABLE.items() if kind_of(address) == kind}
    with the_same_each_time():
        paths = {address: approved_scene.path(address, row) for address, row in rows.items()}
        pages = pages_at(approved_scene, paths)
    expect_approved(f"tournaments {kind}", pages)
