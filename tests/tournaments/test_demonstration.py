"""The demonstration club has a tournament in it, and loses it with everything else."""

from __future__ import annotations

import re
from io import StringIO
from types import MappingProxyType

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from scoring import demo, protection
from scoring.demo.making import _further
from tests.support.scoring.demonstration import SHORT, found, play_short
from tests.support.scoring.house import House
from tests.support.tournaments.playing import opened_tournament
from tournaments import demonstrating
from tournaments.models import Stage, State, Tournament


def test_it_is_played_after_the_evenings_finished_and_removed_with_the_club(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    further = _further()
    play_short(monkeypatch, (SHORT[-1],))
    monkeypatch.setattr("scoring.demo.making._further", lambda: further)
    monkeypatch.setattr(demonstrating, "HANDS", 2)
    own = opened_tournament(house).tournament
    club = found(house)
    assert demo.progress(club).of == 1 + len(further)
    for _one in further:
        demo.go_on(club)
    assert not club.tournaments.exists()
    assert demo.go_on(club).complete

    played = club.tournaments.get()
    assert (played.state, played.rounds.count()) == (State.FINISHED, 2)
    assert set(played.rounds.values_list("stage", flat=True)) == {Stage.CLOSED}
    assert [sheet.standing["hands"] for sheet in played.evening.sheets.all()] == [2] * 8
    assert played.entrants.count() == demonstrating.PEOPLE
    assert (played.finished_at.date() - played.evening.date).days == 0
    page = house.client("Anna").get(reverse("tournaments:standings", args=[club.slug, played.pk]))
    ranked = page.content.decode()
    assert "Hermine" in ranked
    assert demonstrating.GUESTS[0] in ranked
    call_command("verify", stdout=StringIO())

    # A stranger finds it from the first page with one tap, and the club's standings and an evening.
    stranger = Client()
    first = stranger.get("/?language=en").content.decode()
    address = reverse("tournaments:public_standings", args=[played.code])
    assert f'href="{address}"' in first
    assert "Hermine" in stranger.get(address).content.decode()
    shared = re.findall(r'href="(/s/[^"]+)"', first)
    assert shared
    assert {stranger.get(one).status_code for one in shared} == {200}

    demo.remove(club, by=house["Anna"], actor="")
    assert [*Tournament.objects.all()] == [own]
    assert protection.unprotected(connection) == []
    call_command("verify", stdout=StringIO())


def test_its_hands_are_as_many_as_its_terms_say() -> None:
    assert demonstrating.TERMS.hands == MappingProxyType({4: demonstrating.HANDS})
