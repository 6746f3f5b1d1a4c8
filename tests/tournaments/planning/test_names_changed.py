"""Whoever is called otherwise in the club is called so at once on every page of a tournament."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from scoring.accounts import verbs as people
from scoring.clubs.guests.verbs import join_guest, rename_guest
from scoring.clubs.privacy.anonymising import anonymise_member
from scoring.models import Member, Participant
from tests.support.tournaments.playing import Playing
from tournaments.models import Pulse, Tournament


def guest(playing: Playing) -> Participant:
    return Participant.objects.get(evening=playing.tournament.evening, guest="Guggi")


def member(playing: Playing, name: str) -> Member:
    return playing.tournament.club.members.get(name=name)


CHANGES: dict[str, Callable[[Playing], object]] = {
    "a member is renamed": lambda playing: playing.do(
        people.rename_member, by="Anna", member=member(playing, "Anna"), name="Anna Huber"
    ),
    "a guest is renamed": lambda playing: playing.do(
        rename_guest, club=playing.house.club, participant=guest(playing).pk, name="Guggi M."
    ),
    "a guest becomes a member": lambda playing: playing.do(
        join_guest, member=member(playing, "Emil"), participants=[guest(playing).pk]
    ),
    "a member is anonymised": lambda playing: playing.do(
        anonymise_member, by="Anna", member=member(playing, "Cilli")
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_changed_name_is_news_for_whoever_watches_the_tournament(
    playing: Playing, change: Callable[[Playing], object]
) -> None:
    playing.register(["Guggi"])
    Tournament.objects.update(public=True)
    visitor, address = Client(), f"/tournaments/{playing.tournament.code}/pulse/"
    tag = visitor.get(address).headers["ETag"]
    assert visitor.get(address, headers={"If-None-Match": tag}).status_code == 304
    change(playing)
    assert visitor.get(address, headers={"If-None-Match": tag}).status_code == 200


def test_the_name_of_somebody_else_is_none(playing: Playing) -> None:
    before = Pulse.objects.get(tournament=playing.tournament)
    playing.do(people.rename_member, by="Anna", member=member(playing, "Emil"), name="Emil Huber")
    after = Pulse.objects.get(tournament=playing.tournament)
    assert (after.count, after.clock) == (before.count, before.clock)
