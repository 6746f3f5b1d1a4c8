"""Every page of a club is as somebody has read and approved it, for its owner and for strangers."""

from pathlib import Path

import pytest

from tests.support import approved
from tests.support.approved import expect_approved, pages_at, the_same_each_time
from tests.support.scoring.access import S, Scene, prepared_scene
from tests.support.scoring.access_table import KINDS, of_kind
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


@pytest.mark.own_time("approved pages name days, and are all read at one moment")
@pytest.mark.parametrize("kind", KINDS)
@asked_often()
def test_pages_are_as_approved(approved_scene: Scene, kind: str) -> None:
    addresses = [address for address in of_kind(kind) if address not in LEFT_OUT]
    with the_same_each_time():
        pages = pages_at(approved_scene, {address: approved_scene.path(address) for address in addresses})
    expect_approved(f"scoring {kind}", pages)


def test_what_is_not_there_is_as_approved(approved_scene: Scene) -> None:
    pages = {}
    with the_same_each_time():
        for who in ("owner", "nobody"):
            answer = approved_scene.ask_again(who, "get", "/clubs/nowhere/").response
            assert answer.status_code == 404
            pages[f"clubs/nowhere/ of {who}"] = answer.content.decode()
    expect_approved("scoring nothing", pages)


def test_a_change_is_told_until_it_is_approved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(approved, "FOLDER", tmp_path)
    monkeypatch.setenv("APPROVE", "1")
    one, two = ({"here/": f"<title>A</title><body><main><p>{word}</p></main>"} for word in ("one", "two"))
    expect_approved("a page", one)
    monkeypatch.delenv("APPROVE")
    expect_approved("a page", one)
    with pytest.raises(AssertionError, match=r"-one\n\+two"):
        expect_approved("a page", two)
    with pytest.raises(AssertionError, match=r"\+one"):
        expect_approved("another page", one)
