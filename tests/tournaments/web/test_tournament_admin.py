"""Everything stored of tournaments, for whoever runs the program: found, read, and by no way changed."""

from uuid import uuid4

import pytest
from django.apps import apps

from scoring.models import Reason
from tests.support.scoring.admin import everything, one_of_each, page_of
from tests.support.tournaments.playing import Playing
from tests.support.tournaments.series import with_a_final
from tests.support.tournaments.verify_tournaments import played
from tests.support.visitors import asked_often
from tournaments.models import Card, Rewritten, Series, Table
from tournaments.planning.verbs import save_preset

__all__ = ["played"]

OURS = list(apps.get_app_config("tournaments").get_models())


@pytest.fixture
def stored(played: Playing) -> Playing:
    """Something in every table."""
    tournament = played.tournament
    Card.objects.create(tournament=tournament, number=1, generation=2)
    played.do(save_preset, club=tournament.club, name="Unseres", rules="cup", terms=tournament.terms)
    table, member = Table.objects.get(number=1, round__number=1), tournament.club.members.get(name="Anna")
    reason = Reason.objects.create(text="Falsche Leute")
    Rewritten.objects.create(  # as a club from before has it
        id=uuid4(), sheet=table.sheet, table=table, reason=reason, by=member, at=tournament.made_at
    )
    with_a_final(played, Series.objects.get())
    assert [model for model in OURS if not model._default_manager.exists()] == []
    return played


@asked_often()
def test_every_list_and_every_page_opens(stored: Playing) -> None:
    """In the other language one of each; test_admin.py opens those of all other tables."""
    client = stored.house.client("Anna")
    before = everything()
    rows = (row for model in OURS for row in model._default_manager.all())
    one = {address for address in one_of_each() if "/tournaments/" in address}
    for address in one | set(map(page_of, rows)):
        assert client.get(f"{address}?language=de").status_code == 200, address
    for address in one:
        assert client.get(f"{address}?language=en").status_code == 200, address
        assert client.post(address, {"name": "x", "deed": str(uuid4())}).status_code == 405, address
    assert everything() == before
