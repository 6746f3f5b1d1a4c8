"""Playing on a server to know what it carries: a club that is there only meanwhile, and a verdict."""

import pytest

from scoring.models import Club, Deed, Entry
from scoring.server import load
from tests.support.scoring.house import House, house
from tests.support.scoring.people import told_in_both_languages

__all__ = ["house"]  # the fixtures


@pytest.mark.django_db
def test_the_club_that_plays_is_gone_afterwards_and_nothing_else(house: House) -> None:
    before = set(Club.objects.values_list("pk", flat=True))
    with load.tables(2) as codes:
        assert len(codes) == len(set(codes)) == 2
        [club] = Club.objects.exclude(pk__in=before)
        assert club.name.startswith(load.NAME)
    assert set(Club.objects.values_list("pk", flat=True)) == before
    told_in_both_languages(Deed.objects.get(verb="tried_load"))
    assert not Entry.objects.exists()


def test_a_server_is_enough_if_everybody_is_answered_soon() -> None:
    good = load.Found(20, [50.0] * 40, [20.0] * 100, 0, 0.25)
    assert good.is_enough
    assert good.carries == 40
    assert not good._replace(failed=1).is_enough
    assert not good._replace(hands=[50.0] * 30 + [2000.0] * 10).is_enough
    assert good._replace(busy=None).carries == 20
