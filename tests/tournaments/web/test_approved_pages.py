"""Every page of a tournament that its director reads is as somebody has read and approved it."""

import pytest

from scoring import clock
from tests.support.approved import expect_approved, the_same_each_time
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
    pages = {}
    with the_same_each_time():
        for address, row in TABLE.items():
            if kind_of(address) == kind:
                answer = approved_scene.ask_again("owner", "get", approved_scene.path(address, row)).response
                if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
                    pages[address] = answer.content.decode()
    expect_approved(f"tournaments {kind}", pages)
