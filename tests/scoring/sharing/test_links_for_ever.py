"""A link means one thing for ever: not the row that has its number after a restore."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from scoring.accounts import verbs as people
from scoring.accounts.verbs import code_of, sharing_behind
from scoring.models import Shared
from scoring.table.links import code_of as code_of_table
from scoring.table.links import sheet_behind
from tests.support.scoring.house import House


def number_given_again(row: Any) -> None:
    """As after a copy was put back that did not have the row yet: the number goes to the next one."""
    type(row).objects.filter(pk=row.pk).update(salt=type(row)().salt)


def test_after_a_restore_an_old_link_opens_nothing_of_the_row_that_has_its_number(house: House) -> None:
    sheet = house.sheet()
    sharing = people.share_feed(actor=house["Anna"], deed=uuid4(), club=house.club, what=Shared.CALENDAR)
    calendar = f"/s/{code_of(sharing)}/calendar.ics"
    table, reading = code_of_table(sheet, "record"), code_of_table(sheet, "read")
    assert Client().get(calendar).status_code == 200
    assert sheet_behind(table, "record") == sheet
    number_given_again(sharing)
    number_given_again(sheet)
    assert Client().get(calendar).status_code == 404
    assert sharing_behind(calendar.split("/")[2]) is None
    assert sheet_behind(table, "record") is None
    assert sheet_behind(reading, "read") is None


def test_the_code_of_the_first_set_up_belongs_to_one_database(house: House) -> None:
    """Whoever keeps the link of a database that was thrown away sets up nothing in the next one."""
    before = people.setup_code()
    assert people.setup_code() == before
    MigrationRecorder.Migration.objects.update(applied=timezone.now())
    assert people.setup_code() != before
