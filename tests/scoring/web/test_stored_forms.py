"""No save wipes out what it did not show: every form of a club that begins with what is stored."""

import re

import pytest

from tests.support.pages import text_of
from tests.support.scoring.access import E, Scene, scene
from tests.support.scoring.forms import FORMS
from tests.support.scoring.house import House
from tests.support.stored_forms import compared_form, nothing_is_wiped_out, saved

__all__ = ["scene"]  # the fixtures


@pytest.mark.parametrize("address", FORMS)
def test_something_newer_is_shown_beside_what_was_typed(scene: Scene, address: str) -> None:
    if address == f"{E}pagatkassa/":  # before the first hand
        scene = scene.at(scene.sheet)
        path = f"/clubs/{scene.house.club.slug}/evenings/{scene.house.evening().pk}/pagatkassa/"
    else:
        path = scene.path(address)
    nothing_is_wiped_out(scene, path, FORMS[address])


def test_what_was_taken_over_is_shown_as_it_stands_in_the_form_now(house: House) -> None:
    path = f"/clubs/{house.club.slug}/settings/"
    mine, theirs = house.client("Anna"), house.client("Anna")
    begun = compared_form(mine.get(path), "club")
    saved(theirs, path, compared_form(theirs.get(path), "club").with_({"cents_per_point": "30"}))
    answer = mine.post(path, begun.with_({"club": "Tarockrunde"}))
    shown = " ".join(answer.content.decode().split())
    assert f"<b>30</b> statt {house.club.cents_per_point}</dd>" in shown
    assert "in Ihrem Formular:" not in shown
    assert compared_form(answer, "club").sent["cents_per_point"] == ["30"]


def test_of_lines_only_those_are_shown_that_the_other_lacks(house: House) -> None:
    mine, theirs = house.client("Anna"), house.client("Anna")
    begun = compared_form(mine.get("/imprint/edit/"), "further")
    stored = {"who": "Runde", "email": "club@example.org", "further": "ZVR 1"}
    saved(theirs, "/imprint/edit/", begun.with_(stored))
    here, there = (
        "In Ihrem Formular, und nicht gespeichert:",
        "Jetzt gespeichert, und nicht in Ihrem Formular:",
    )
    for typed, shown in (
        ("ZVR 1\nZVR 2", f"Weitere Zeilen {here} ZVR 2"),
        ("ZVR 2", f"Weitere Zeilen {there} ZVR 1 {here} ZVR 2"),
    ):
        answer = mine.post("/imprint/edit/", begun.with_(stored | {"further": typed}))
        compared = re.search('<dl class="facts">(.*?)</dl>', answer.content.decode(), re.DOTALL)
        assert compared is not None
        assert text_of(compared[1]) == shown
