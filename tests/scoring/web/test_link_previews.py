"""The pictures of links: how large, drawn how often, and with which letters."""

import re
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from scoring.names import COLOURS
from scoring.web import link_previews
from scoring.web.preview_pictures import (
    OF_PEOPLE,
    EveningPicture,
    LandingPicture,
    PreviewPicture,
    TournamentPicture,
    drawn,
)
from tests.support.checkout import ROOT

MOST_BYTES = 300_000  # that WhatsApp shows
LONG = "Maximiliane Wohlgemuth-Obermayr von und zu Hinterstoder"
CONTENTS: tuple[PreviewPicture, ...] = (
    LandingPicture("Tarock, genau abgerechnet", "Ein Telefon in der Tischmitte schreibt mit."),
    EveningPicture(
        *("Freitag, 27. November", LONG, "Gewonnen hat", LONG, "+4,70 €"),
        ((LONG, "−1.234,50 €"),) * 12,
        tuple(range(12)),
    ),
    EveningPicture("Freitag", "", "Vorn", "Željko", "+1", (("Željko", "+1"),), (11,)),
    TournamentPicture(LONG, LONG, ("Runde 12", "Gong um 20:45"), (("1. Anna", "812"),) * 3),
    TournamentPicture("Herbstturnier", "", ("21. Nov.", ""), ()),
)


@pytest.mark.parametrize("content", CONTENTS)
def test_a_picture_is_as_large_as_chats_take_it_and_the_same_each_time(content: PreviewPicture) -> None:
    file = drawn(content)
    picture = Image.open(BytesIO(file))
    assert (picture.format, picture.size) == ("PNG", (1200, 630))
    assert len(file) < MOST_BYTES
    assert file == drawn(content)


def test_people_have_the_colours_of_the_pages_at_night() -> None:
    style = (ROOT / "scoring" / "static" / "scoring" / "dark.css").read_text(encoding="utf-8")
    colours = dict(re.findall(r"--series-(\d+): (#[0-9a-f]{6});", style))
    assert tuple(colours[str(number + 1)] for number in range(COLOURS)) == OF_PEOPLE


@pytest.mark.django_db
def test_a_picture_is_drawn_once_and_is_not_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    times: list[PreviewPicture] = []

    def counted(content: PreviewPicture) -> bytes:
        times.append(content)
        return drawn(content)

    monkeypatch.setattr(link_previews, "drawn", counted)
    link_previews.cache.clear()
    answers = [Client().get(f"/preview.png?language={language}&of=") for language in ("de", "en", "de", "en")]
    assert [content.title for content in times] == ["Tarock, genau abgerechnet", "Tarock, settled exactly"]
    assert answers[0].content == answers[2].content != answers[1].content
    again = Client().get("/preview.png", headers={"If-None-Match": answers[0].headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
