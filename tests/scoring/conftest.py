"""Two clubs and six people: Franz is in the other club and must never see anything of this one."""

import pytest
from django.test import Client

from tests.support.scoring.house import House, house

__all__ = ["house"]  # the fixtures


@pytest.fixture
def anna(house: House) -> Client:
    """Who owns the club, and reads English."""
    return house.client("Anna", "en")
