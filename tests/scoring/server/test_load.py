"""Playing on a server to know what it carries: a club that is there only meanwhile, and a verdict."""

import os
import re
from collections.abc import Callable
from io import StringIO
from math import inf
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from scoring.models import Account, Club, Deed, Entry
from scoring.server import load, phones
from tests.support.scoring.house import House, house
from tests.support.scoring.people import told_in_both_languages
from tests.support.scoring.tables import rufer

__all__ = ["house"]  # the fixtures

Play = Callable[..., str]


@pytest.mark.django_db
def test_the_club_that_plays_is_gone_afterwards_and_nothing_else(house: House) -> None:
    name = f"{load.NAME} 0a1b2c"
    Club.objects.filter(pk=house.other.pk).update(name=f"{load.NAME} Wien")
    before = set(Club.objects.values_list("pk", flat=True))
    with load.tables(2) as codes:
        assert len(codes) == len(set(codes)) == 2
        [club] = Club.objects.exclude(pk__in=before)
        assert club.name.startswith(load.NAME)
    assert set(Club.objects.values_list("pk", flat=True)) == before
    told_in_both_languages(Deed.objects.get(verb="tried_load"))
    assert not Entry.objects.exists()
    Club.objects.filter(pk=house.club.pk).update(name=name)  # as one whose command was killed
    Account.objects.create(name=name, key=name.lower(), made_at=timezone.now())
    with load.tables(1):
        assert set(Club.objects.filter(pk__in=before)) == {house.other}


def test_a_server_is_enough_if_everybody_is_answered_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    good = load.LoadResult(20, [50.0] * 40, [20.0] * 100, 0, 0.25)
    assert good.is_enough
    assert good.carries == 40
    assert good.processors_for(40) == os.cpu_count()
    assert good.processors_for(400) == 10 * (os.cpu_count() or 1)
    assert good.is_conclusive
    assert not good._replace(hands=[50.0] * 19).is_conclusive
    assert good._replace(hands=[], failed=1).is_conclusive
    assert not good._replace(failed=1).is_enough
    assert not good._replace(hands=[50.0] * 30 + [2000.0] * 10).is_enough
    monkeypatch.setattr(Path, "read_text", Mock(side_effect=OSError))
    unknown = good._replace(busy=load.busy_seconds())
    assert (unknown.carries, unknown.thousandths) == (20, 0)


def test_processors_are_busy_but_while_they_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = "cpu  100 20 3000 40000 50000 600 7 8 9 10\ncpu0 1 1 1 1 1 1 1 1 1 1\n"
    monkeypatch.setattr(Path, "read_text", Mock(return_value=ticks))
    assert load.busy_seconds() == 3727 / os.sysconf("SC_CLK_TCK")


def test_what_played_the_phones_does_not_count_as_work_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "at_once", Mock(return_value=[]))
    monkeypatch.setattr(load, "busy_seconds", Mock(side_effect=[100.0, 101.0]))
    clocks = Mock(process_time=Mock(side_effect=[5.0, 5.5]), monotonic=Mock(side_effect=[0.0, 2.0]))
    monkeypatch.setattr(load, "time", clocks)
    assert load.play([], 0, {}, 2).busy == 0.25 / (os.cpu_count() or 1)


@pytest.fixture
def play(house: House, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Let four phones play for a moment by the command; return what it says."""
    monkeypatch.setenv("PORT", live_server.url.rpartition(":")[2])
    monkeypatch.setattr(load.Follower, "EVERY", 0.05)
    monkeypatch.setattr(load, "SOON_ENOUGH", inf)  # however busy this machine is
    monkeypatch.setattr(load, "ENOUGH_HANDS", 1)

    def play(*asked: str) -> str:
        said = StringIO()
        call_command("load", "--phones=4", *asked, minutes=0.01, stdout=said)
        return said.getvalue()

    return play


def test_invented_people_play_on_the_server(
    play: Play, house: House, live_server: LiveServer, settings: Any
) -> None:
    settings.PUBLIC_URL = live_server.url
    asked = play("--federation")
    assert re.search(r"hands: 1, .*\nchecks for news: \d+, .*\n(.*\n)*Enough for these 1 tables", asked)
    assert re.search(r"\n1000 clubs, 10000 tables: \d+ processors half busy, or \d+ computers like", asked)
    assert not Club.objects.filter(name__startswith=load.NAME).exists()
    house.play(house.sheet(), rufer("Anna", "Dora"))
    with pytest.raises(CommandError, match="People are playing"):
        play()
    with pytest.raises(CommandError, match="give a number from 0\\.05 to 30"):
        play("--minutes=many")
    assert "Enough for these 1 tables." in play("--anyway")


@pytest.mark.parametrize(
    ("where", "name", "is_now", "words"),
    [
        (load, "ENOUGH_HANDS", 20, "That proves nothing: 1 hands were recorded, and 20 are needed"),
        (load, "AT_A_TABLE", 8, "give a number from 8 to 400"),
        (phones, "HOST", "127.0.0.2", "No server answers at 127.0.0.2:"),
        (load, "code_of", lambda *about: "another", "does not show the tables"),
        (phones.Phone, "some_hand", lambda *about: {}, "Not enough for 1 tables"),
        (phones.Phone, "some_hand", Mock(side_effect=phones.NoAnswer), "Not enough for 1 tables"),
        (load.Follower, "follow", Mock(side_effect=OSError), "Not enough for 1 tables"),
    ],
)
def test_the_command_says_what_is_wrong(
    play: Play, monkeypatch: pytest.MonkeyPatch, where: Any, name: str, is_now: Any, words: str
) -> None:
    monkeypatch.setattr(where, name, is_now)
    with pytest.raises(CommandError, match=words):
        play()
    assert not Club.objects.filter(name__startswith=load.NAME).exists()
