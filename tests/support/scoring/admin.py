"""Every list and page of the admin, and a club of which something stands in each of them."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple
from uuid import uuid4

from django.apps import apps
from django.db import models
from django.urls import reverse
from django.utils import timezone

from scoring.accounts import verbs as people
from scoring.coming.verbs import say_coming
from scoring.evenings import verbs as evening_verbs
from scoring.evenings.payments import open_payments, settle_payments
from scoring.models import Ruleset, SecondFactor, Sheet
from scoring.server.error_reports import keep
from scoring.server.imprint import OperatorLines, change_imprint
from scoring.table import confirmations
from scoring.table.other_versions import keep_other_version
from scoring.table_policy import Actor
from tarockclub.registers import REGISTERS, Register
from tests.support.scoring.corrections import correct
from tests.support.scoring.house import HOUSE, PASSWORD, House, in_ids
from tests.support.scoring.old_papers import old_amounts, old_hands
from tests.support.scoring.tables import REDEAL, hand, trischaken
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


def prepared(house: House) -> Sheet:
    """Something in every table; Karl sits there as a guest."""
    names = ("Anna", "Bert", "Cilli", "Karl", "Emil")
    sheet = house.sheet(names, evening=house.evening(confirmation=True))
    first = house.play(sheet, trischaken("Anna")).entry
    house.tap(confirmations.object_to, sheet, first, "Bert", reason="Cilli hat es gesehen")
    house.play(sheet, REDEAL)
    trull = {"premium": "trull", "by": "Cilli", "made": True}
    house.play(sheet, hand("dreier", "Cilli", won=True, kontra="kontra") | {"premiums": [trull]})
    anna = house["Anna"]
    left = open_payments(sheet.evening, sheet.evening.sheets.scored())
    settle_payments(actor=anna, deed=uuid4(), evening=sheet.evening, payments=left[:1], way="paid")
    say_coming(actor=anna, deed=uuid4(), evening=sheet.evening, member=house.member("Emil"), says="no")
    correct(house, sheet, first, trischaken("Anna", loser="Cilli"))
    otherwise = in_ids(sheet, trischaken("Anna", loser="Bert"))
    keep_other_version(actor=Actor(anna), version=uuid4(), of=first, record=otherwise, seen_seq=0)
    people.invite(actor=house["Anna"], deed=uuid4(), member=house.member("Hilda"))
    people.share_standings(actor=house["Anna"], deed=uuid4(), club=house.club, period="")
    old_amounts(house)
    old_hands(house)
    house.do(people.rename_member, by="Anna", member=house.member("Hilda"), name="Hilda", also=["Hilde"])
    evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=house.evening())
    house.client("").post("/sign-in/", {"name": "Bert", "password": PASSWORD})
    change_imprint(house["Anna"], uuid4(), lines=OperatorLines(who="Runde", email="runde@example.org"))
    SecondFactor.objects.create(account=house["Dora"], secret="S", made_at=timezone.now())
    house.client("").post("/sign-in/", {"name": "Bert", "password": "wrong"})
    keep("0" * 8, "scoring.clock, 24 (now)", "KeyError", "GET sheets/<int:pk>/")
    Ruleset.objects.create(club=house.club, slug="hausregeln", origin="standard", made_at=timezone.now())
    return sheet


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


STORED = Stage("sheet", prepared, on=HOUSE)
sheet = STORED.fixture()
reading = Stage("reading", read_everything, on=STORED).fixture()
