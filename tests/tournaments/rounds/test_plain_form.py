"""A hand by a plain form at a table of a tournament."""

import re

from django.test import Client
from django.urls import reverse

from tests.support.scoring.house import ids
from tests.support.tournaments.playing import Playing, started

__all__ = ["started"]  # the fixtures


def test_a_hand_of_a_tournament_is_recorded_by_the_plain_form_too(started: Playing) -> None:
    sheet = started.sheet(1)
    address = reverse("scoring:record_plainly", args=[sheet.pk])
    client = Client()
    client.force_login(started.house["Anna"])
    page = client.get(address).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(id|after)" value="([^"]+)"', page))
    anna, cilli = ids(sheet)["Anna"], ids(sheet)["Cilli"]
    said = {"contract": "normalspiel", "declarer": anna, "partner": cilli, "points": "45"}
    assert client.post(address, {**hidden, **said}).status_code == 302
    assert started.sheet(1).seq == int(hidden["after"]) + 1
