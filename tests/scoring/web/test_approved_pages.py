"""Every page that a club's owner reads is as somebody has read and approved it."""

import pytest

from tests.support.approved import expect_approved, the_same_each_time
from tests.support.scoring.access import Scene, prepared_scene
from tests.support.scoring.access_table import KINDS, S, of_kind
from tests.support.scoring.house import founded_house
from tests.support.stages import stage
from tests.support.visitors import asked_often

# Long, of the words of rule sheets and the handbook, which are tested as such; or other in each version.
LEFT_OUT = {
    *("handbook/booklet/", "handbook/<slug:slug>/", "rules/<slug:slug>/examples/", "rules/of/<str:code>/"),
    *("rules/<slug:slug>/examples/<slug:key>/", f"{S}rules/", "admin/rulesetversion/<str:object_id>/"),
    *("clubs/<slug:slug>/rules/<slug:own>/versions/<int:edition>/", "imprint/", "rules/<slug:slug>/"),
}

pytestmark = pytest.mark.database("sqlite")  # numbers of rows stand in addresses


@stage(on=None)
def approved_scene() -> Scene:
    """The club of the tests on access, the same in every run."""
    with the_same_each_time():
        return prepared_scene(founded_house())


@pytest.mark.parametrize("kind", KINDS)
@asked_often()
def test_pages_are_as_approved(approved_scene: Scene, kind: str) -> None:
    pages = {}
    with the_same_each_time():
        for address in (address for address in of_kind(kind) if address not in LEFT_OUT):
            answer = approved_scene.ask_again("owner", "get", approved_scene.path(address)).response
            if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
                pages[address] = answer.content.decode()
    expect_approved(f"scoring {kind}", pages)
