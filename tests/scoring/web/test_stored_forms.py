"""No save wipes out what it did not show: every form of a club that begins with what is stored."""

import re

import pytest

from scoring.capability import words_of_deeds
from tests.support.amounts import MAY_CHANGE, Amounts
from tests.support.pages import text_of
from tests.support.scoring.access import E, M, Scene, scene
from tests.support.scoring.access_table import KINDS, TABLE, of_kind
from tests.support.scoring.house import House
from tests.support.stored_forms import FormCase, compared_form, nothing_is_wiped_out, saved, unknown_forms
from tests.support.visitors import asked_often

__all__ = ["scene"]  # the fixtures

C = "clubs/<slug:slug>/"
G = f"{C}guests/<int:pk>/"

# What one window saves, and what another one that was opened earlier saves then.
FORMS = {
    f"{C}settings/": FormCase({"club": "Kartenrunde", "currency": "CHF"}, {"club": "Tarockrunde"}),
    M: FormCase({"name": "Hildegard"}, {"name": "Hilde"}, by="director"),
    f"{G}rename/": FormCase({"name": "Katharina"}, {"name": "Kathi Huber"}, by="director"),
    f"{E}change/": FormCase({"place": "Post", "date": "2026-11-02"}, {"place": "Adler"}, by="director"),
    f"{E}pagatkassa/": FormCase({"pagatkassa": "on", "stake": "20"}, {"stake": "30"}, by="director"),
    "imprint/edit/": FormCase(
        {"who": "Runde", "email": "club@example.org", "further": "ZVR 1\nZVR 2"},
        {"who": "Verein", "phone": "1", "further": "ZVR 3"},
    ),
}
# They begin with something, and wipe out nothing: why not.
ELSE = {
    "password/": "the sign-in name is there for the browser's own list",
    f"{C}old-sheets/import/": "a file is added",
    f"{C}rules/new/": "a new one",
    f"{C}members/new/": "names are added",
    f"{C}evenings/new/": "a new one",
    f"{C}evenings/<int:pk>/tables/new/": "a new one",
    f"{C}play/": "a new one",
    f"{C}play/away/": "a new one",
    "clubs/new/": "a new one",
    G: "evenings are joined to a member, and only those that were shown; taken apart again by a button",
    f"{G}anonymise/": "names go for good, and only those that were shown",
    "sheets/<int:pk>/hands/<uuid:entry>/": "an objection is settled once",
    "sheets/<int:pk>/hands/<uuid:entry>/take-out/": "an entry is added, behind the last one that was shown",
    "sheets/<int:pk>/record/plain/": "a hand is added, behind the last one that was shown; nothing is chosen",
    "sheets/<int:pk>/seating/": "an entry is added, behind the last one that was shown",
}


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


@pytest.mark.parametrize("kind", KINDS)
@asked_often()
def test_no_other_form_begins_with_what_is_stored(scene: Scene, kind: str) -> None:
    """Nor does it change an amount: neither untouched, nor where its verb is about something else."""
    amounts = Amounts(scene)
    paths = {address: scene.path(address) for address in of_kind(kind)}
    assert unknown_forms(scene, paths, {*FORMS}, {*ELSE}, amounts.moved_untouched) == []
    emil = f"/members/{scene.house.member('Emil').pk}/"  # who has played, as Hilda has not
    for address, path in paths.items():
        row = TABLE[address]
        for where in {path, path.replace(f"/members/{scene.hilda.pk}/", emil)}:
            assert [*amounts.moved_by(where, row.posted(scene), **row.how)] == []


def test_of_every_verb_it_is_known_whether_it_may_change_amounts() -> None:
    assert words_of_deeds().keys() >= MAY_CHANGE
