"""Every list and page of the admin, and a club of which something stands in each of them."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.db import models
from django.urls import reverse

from scoring.models import Sheet
from tarockclub.registers import REGISTERS, Register
from tests.support.scoring.access import SCENE, Scene
from tests.support.scoring.house import House
from tests.support.stages import Stage
from tests.support.visitors import nothing_noted


def register_of(model: type[models.Model]) -> Register:
    return REGISTERS[model]


def page_of(row: models.Model) -> str:
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


def lists() -> list[str]:
    return [register_of(model).address() for model in REGISTERS]


def pages_of_all() -> Iterator[str]:
    """Of every row there is."""
    for model in REGISTERS:
        for row in model._default_manager.all():
            yield page_of(row)


def one_of_each() -> list[str]:
    """The index, every list, and a page of each that has rows."""
    firsts = (model._default_manager.order_by("pk").first() for model in REGISTERS)
    return ["/admin/", *lists(), *(page_of(row) for row in firsts if row is not None)]


def everything() -> list[Any]:
    """All rows of all tables, but for when somebody was last seen."""
    found: list[Any] = []
    for model in apps.get_models(include_auto_created=True):
        if model._meta.label != "sessions.Session":
            found += [(model, row) for row in model._default_manager.order_by("pk").values()]
    return found


def of_the_scene(scene: Scene) -> Sheet:
    """In the club of the tests on access something stands in every table."""
    return scene.sheet


class Page(NamedTuple):
    status: int
    kept: str  # what browsers are told about keeping it
    text: str


class Reading(NamedTuple):
    """The index, lists and pages of rows, as Anna reads them: one of each in English, others in German."""

    pages: dict[str, Page]
    wrote: bool


def read(house: House, addresses: Iterable[str], language: str = "") -> Reading:
    client, before = house.client("Anna"), everything()
    asked = {"language": language} if language else {}
    pages = {}
    with nothing_noted():
        for address in addresses:
            answer = client.get(address, asked)
            pages[address] = Page(answer.status_code, answer["Cache-Control"], answer.content.decode())
    return Reading(pages, wrote=everything() != before)


def read_everything(house: House) -> Reading:
    one = read(house, one_of_each(), "en")
    others = read(house, [address for address in pages_of_all() if address not in one.pages])
    return Reading(one.pages | others.pages, one.wrote or others.wrote)


STORED = Stage("sheet", of_the_scene, on=SCENE)
sheet = STORED.fixture()
reading = Stage("reading", read_everything, on=STORED).fixture()
