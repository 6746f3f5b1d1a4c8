"""Whoever is called otherwise in the club is called so at once on every page of a tournament."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from scoring.accounts import verbs as people
from scoring.clubs.guests.verbs import join_guest, rename_guest
from scoring.clubs.privacy.anonymising import anonymise_member
from scoring.models import Participant
from tests.support.tournaments.playing import Playing
from tournaments.models import Pulse, Tournament


def guest(playing: Playing) -> Participant:
    return Participant.objects.get(evening=playing.tournament.evening, guest="Guggi")


def member_renamed(playing: Playing) -> None:
    anna = playing.tournament.club.members.get(name="Anna")
    playing.do(people.rename_member, by="Anna", member=anna, name="Anna Huber")


def guest_renamed(playing: Playing) -> None:
    club, there = playing.tournament.club, guest(playing).pk
    playing.do(rename_guest, club=club, participant=there, name="Guggi M.")


def guest_joined(playing: Playing) -> None:
    emil = playing.tournament.club.members.get(name="Emil")
    playing.do(join_guest, member=emil, participants=[guest(playing).pk])


def member_anonymised(playing: Playing) -> None:
    cilli = playing.tournament.club.members.get(name="Cilli")
    playing.do(anonymise_member, by="Anna", member=cilli)


@pytest.mark.parametrize("change", [member_renamed, guest_renamed, guest_joined, member_anonymised])
def test_a_changed_name_is_news_for_whoever_watches_the_tournament(
    playing: Playing, change: Callable[[Playing], None]
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
    emil = playing.tournament.club.members.get(name="Emil")
    playing.do(people.rename_member, by="Anna", member=emil, name="Emil Huber")
    after = Pulse.objects.get(tournament=playing.tournament)
    assert (after.count, after.clock) == (before.count, before.clock)
