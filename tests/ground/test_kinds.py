"""What the counter of kinds complains of: too many kinds, and lists that are out of date."""

import pytest

from tests.support.browser import kinds
from tests.support.browser.kinds import Kinds

PAPER, FELT = "rgb(255, 253, 248) 19.8px", "rgb(18, 63, 50) 19.8px"


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Kinds:
    monkeypatch.setattr(kinds, "AT_MOST", {"boxes": 1})
    monkeypatch.setattr(kinds, "NOT_YET_DRAWN", {"scoring": {"club"}})
    monkeypatch.setattr(kinds, "KEEPS_ITS_OWN", {"scoring": {"record"}})
    return Kinds()


def test_pages_that_are_drawn_have_no_kind_too_many(seen: Kinds) -> None:
    seen.add("season", drawn=True, kinds={"boxes": [PAPER]})
    seen.add("evenings", drawn=True, kinds={"boxes": [PAPER]})
    seen.add("club", drawn=False, kinds={"boxes": [FELT]})
    seen.add("record", drawn=False, kinds={"boxes": [FELT]})
    assert seen.complaints("scoring") == []
    seen.add("evenings", drawn=True, kinds={"boxes": [FELT]})
    [complaint] = seen.complaints("scoring")
    assert complaint.startswith("2 kinds of boxes, at most 1:")
    assert f"{FELT}: evenings" in complaint


@pytest.mark.parametrize(
    ("name", "is_drawn", "complaint"),
    [
        ("club", True, "club is drawn anew: take it off the list of kinds.toml"),
        ("news", False, "news is not drawn anew: no page may be added"),
    ],
)
def test_the_lists_follow_the_pages(seen: Kinds, name: str, complaint: str, *, is_drawn: bool) -> None:
    seen.add(name, drawn=is_drawn, kinds={})
    assert seen.complaints("scoring") == [complaint]


def test_a_page_drawn_in_one_of_its_states_is_still_to_be_drawn(seen: Kinds) -> None:
    seen.add("club", drawn=True, kinds={})
    seen.add("club", drawn=False, kinds={})
    assert seen.complaints("scoring") == []


def test_a_page_that_is_gone_leaves_the_lists(seen: Kinds) -> None:
    assert seen.complaints("scoring", names=["record"]) == ["no page is called club"]
