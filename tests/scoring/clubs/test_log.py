"""The log of a club, and the lines of it that somebody looks for: whose, about what, of which days."""

from __future__ import annotations

from datetime import timedelta
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scoring import clock
from scoring.accounts import verbs as people
from scoring.capability import capabilities, verbs_by_subject
from tests.support.pages import text_of
from tests.support.scoring.house import House, english


@pytest.fixture
def bert(house: House) -> Client:
    """Three days ago Anna added members and opened an evening; today Bert, who directs, added somebody."""
    with patch.object(clock, "now", return_value=timezone.now() - timedelta(days=3)):
        people.add_members(actor=house["Anna"], deed=uuid4(), club=house.club, names=["Karl", "Lois"])
        house.evening()
    people.add_members(actor=house["Bert"], deed=uuid4(), club=house.club, names=["Mitzi"])
    return english(house, "Bert")


def log(client: Client, house: House, **asked: str) -> str:
    return text_of(client.get(f"/clubs/{house.club.slug}/log/", asked))


def test_the_log_is_narrowed_by_person_subject_and_days(house: House, bert: Client) -> None:
    everything = log(bert, house)
    assert all(words in everything for words in ("Karl", "Mitzi", "opened the evening"))
    of_bert = log(bert, house, who="Bert")
    assert "Mitzi" in of_bert
    assert "Karl" not in of_bert
    evenings = log(bert, house, about="evenings")
    assert "opened the evening" in evenings
    assert "Mitzi" not in evenings
    today = timezone.localdate()
    before = log(bert, house, until=f"{today - timedelta(days=1)}")
    assert "Karl" in before
    assert "Mitzi" not in before
    assert "Karl" not in log(bert, house, since=f"{today}", about="club")
    assert "Found: 1." in log(bert, house, since=f"{today}", about="club")


@pytest.mark.parametrize(
    "asked", [{"who": "Nobody"}, {"about": "x"}, {"since": "gestern"}, {"until": "31.2.2026"}]
)
def test_what_cannot_be_looked_for_is_said(house: House, bert: Client, asked: dict[str, str]) -> None:
    answer = bert.get(f"/clubs/{house.club.slug}/log/", asked)
    assert answer.status_code == 200
    assert 'role="alert"' in answer.content.decode()
    assert "Karl" not in text_of(answer)


def test_every_deed_has_its_subject() -> None:
    subjects = verbs_by_subject()
    assert len({subject.key for subject in subjects}) == len(subjects)
    assert sum(map(len, subjects.values())) == len(frozenset().union(*subjects.values()))
    assert frozenset().union(*subjects.values()) == {
        verb for capability in capabilities() for verb in capability.words
    }
