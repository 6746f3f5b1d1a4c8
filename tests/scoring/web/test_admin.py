"""Everything stored, for whoever runs the program: found, read, and by no way changed."""

from collections.abc import Iterable, Iterator
from itertools import product
from uuid import uuid4

from django.apps import apps
from django.contrib.admin.utils import get_fields_from_path
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.accounts import verbs as people
from scoring.models import (
    Account,
    Invitation,
    Member,
    Sheet,
)
from scoring.table.links import code_of
from tarockclub.registers import REGISTERS
from tests.support.scoring.admin import (
    Reading,
    everything,
    lists,
    page_of,
    pages_of_all,
    reading,
    register_of,
    sheet,
)
from tests.support.scoring.house import House
from tests.support.scoring.recording import with_link
from tests.support.scoring.tables import dreier
from tests.support.visitors import RefusalsRead, asked_often, nothing_shown

__all__ = ["reading", "sheet"]  # the fixtures

NOWHERE = ("/admin/login/", "/admin/entry/there-is-none/")
WRITING = ("post", "put", "patch", "delete")


# Who gets in


def refused(client: Client, who: str, addresses: Iterable[str], methods: Iterable[str]) -> None:
    with asked_often(), RefusalsRead().filled_once(who):
        for address, method in product(addresses, methods):
            answer = getattr(client, method)(address)
            assert answer.status_code == 404, f"{who}: {method} {address}"
            assert "Cilli" not in answer.content.decode().replace(who, "")


def test_for_everybody_else_it_does_not_exist(house: House, sheet: Sheet) -> None:
    """The lists of tournaments; those of the rest are read and written by everybody in test_access.py."""
    clients = {who: house.client(who) for who in ("", "Bert", "Cilli", "Dora", "Emil", "Franz", "Gustl")}
    clients |= {"table link": with_link(sheet, "record"), "read link": with_link(sheet, "read")}
    elsewhere = [register_of(model).address() for model in apps.get_app_config("tournaments").get_models()]
    before = everything()
    for who, client in clients.items():
        refused(client, who, [*elsewhere, *NOWHERE], ["get"])
    assert everything() == before


def test_whoever_runs_the_program_no_more_gets_in_no_more(house: House) -> None:
    client = house.client("Anna")
    assert client.get("/admin/").status_code == 200
    Account.objects.filter(name="Anna").update(is_superuser=False)
    assert client.get("/admin/").status_code == 404


# What stands there


def test_every_table_is_there(db: None) -> None:
    ours = [model for app in ("scoring", "tournaments") for model in apps.get_app_config(app).get_models()]
    assert set(REGISTERS) == set(ours)


def test_every_list_and_every_page_opens_and_none_shows_what_opens_a_door(
    house: House, sheet: Sheet, reading: Reading
) -> None:
    """Nor can it be guessed by a filter."""
    secrets = {
        *Account.objects.exclude(password="").values_list("password", flat=True),
        *Invitation.objects.values_list("token_hash", flat=True),
        code_of(sheet, "record"),
        code_of(sheet, "read"),
    }
    empty = [model for model in REGISTERS if not model._default_manager.exists()]
    assert [model.__name__ for model in empty if model._meta.app_label == "scoring"] == []
    assert reading.pages.keys() >= {*lists(), *pages_of_all()}
    for address, page in reading.pages.items():
        assert page.status == 200, address
        assert "no-store" in page.kept
        assert [secret for secret in secrets if secret in page.text] == [], address
    assert not reading.wrote
    for model, guess in ((Account, "password__startswith=a"), (Invitation, "token_hash__startswith=a")):
        assert house.client("Anna").get(f"{register_of(model).address()}?{guess}").status_code == 400


@asked_often()
def test_nothing_is_written_from_there(house: House, sheet: Sheet) -> None:
    client = house.client("Anna")
    before = everything()
    for address, method in product(("/admin/", register_of(Sheet).address(), page_of(sheet)), WRITING):
        answer = getattr(client, method)(address)
        assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD"), f"{method} {address}"
    for further in ("add/", f"{sheet.pk}/change/", f"{sheet.pk}/delete/", f"{sheet.pk}/history/"):
        assert client.get(register_of(Sheet).address() + further).status_code == 404
    assert everything() == before


def test_people_are_found_as_they_are_called(house: House) -> None:
    people.add_members(actor=house["Anna"], deed=uuid4(), club=house.club, names=["Änne Groß"])
    client = house.client("Anna")
    for words, found in (("ÄNNE", True), ("gross", True), ("Anne", False)):
        answer = client.get(register_of(Member).address(), {"q": words, "language": "en"})
        assert ("Änne Groß" in answer.content.decode()) is found
        assert f"Found: {int(found)}." in answer.content.decode()
    for query in ({"q": "\0"}, {"p": "x"}, {"o": "99.-1.x"}):
        assert client.get(register_of(Member).address(), query).status_code == 200, (
            "made up, it breaks nothing"
        )


GARBAGE = ("", "x", str(10**20), "%00", "1,2", "0001-01-01 00:00:00%2B05:00", "9999-12-31 23:59:59-05:00")
LOOKUPS = ("", "__gte", "__isnull", "__in", "__year", "__id__exact")


def narrowed() -> Iterator[tuple[str, str]]:
    """A register and a column that it may be filtered by: one for each kind of column."""
    known = set[tuple[object, ...]]()
    for model in REGISTERS:
        for name in register_of(model).get_list_filter(HttpRequest()):
            *_way, column = get_fields_from_path(model, str(name))
            kind = (type(column), column.null, bool(column.choices), "__" in str(name))
            if kind not in known:
                known.add(kind)
                yield register_of(model).address(), str(name)


@asked_often()
def test_garbage_in_a_filter_is_never_an_error_of_the_server(house: House) -> None:
    """Each kind of column that any register may be filtered by, asked in every way with what was made up."""
    client = house.client("Anna")
    client.raise_request_exception = False
    wrong, columns = {}, list(narrowed())
    assert {name for _register, name in columns} >= {"club", "is_superuser", "at", "date"}
    with nothing_shown():
        for (address, name), lookup, text in product(columns, LOOKUPS, GARBAGE):
            status = client.get(f"{address}?{name}{lookup}={text}").status_code
            if status not in (200, 302, 400):
                wrong[address, f"{name}{lookup}={text}"] = status
    assert wrong == {}


@asked_often()
def test_a_row_that_is_not_there_is_not_found(house: House, sheet: Sheet) -> None:
    client = house.client("Anna")
    numbers = ("999999999", "x", str(uuid4()), "0" * 40, "_5F")
    of_each_kind = {type(model._meta.pk): register_of(model).address() for model in REGISTERS}
    with nothing_shown():
        for address, number in product(of_each_kind.values(), numbers):
            assert client.get(f"{address}{number}/").status_code == 404, address


@asked_often()
def test_a_list_takes_as_many_queries_however_much_there_is(house: House, sheet: Sheet) -> None:
    client = house.client("Anna")
    counts: dict[str, list[int]] = {address: [] for address in lists()}
    for name in ("Xaver", "Yvonne"):
        for address, count in counts.items():
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
            count.append(len(queries))
        people.add_members(actor=house["Anna"], deed=uuid4(), club=house.club, names=[name])
        other = house.sheet(("Emil", "Dora", "Bert", "Lois"), evening=house.evening())
        for record in (dreier("Dora"), dreier("Bert")):
            house.play(other, record)
    for address, (few, many) in counts.items():
        assert few == many <= 7, address
