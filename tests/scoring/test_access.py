"""Every address of the project, for everybody, read and written: who gets what, and what nobody gets."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from http.cookies import SimpleCookie
from itertools import product
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from scoring import people, recording, table_links
from scoring.engine.loading import resolved
from scoring.models import Deed, Entry, Evening, Member, OldPerson, Participant, Role, Sheet, Voice
from scoring.models.sharing import FEEDS
from scoring.people import sharing
from scoring.recording import Actor, house_rules
from scoring.rulesets import read
from scoring.table_links import Kind, code_of
from scoring.views import at_the_table, elsewhere
from tests.scoring.conftest import PASSWORD, House, ids, in_ids, now
from tests.scoring.old_papers import old_amounts, old_hands
from tests.scoring.tables import REDEAL, Record, dealer, dreier, hand, rufer, seating
from tests.scoring.test_evenings import seats
from tests.scoring.test_house_rules import dearer, own, save
from tests.scoring.test_house_rules_editor import fields_of
from tests.scoring.test_seating import form as seated_like

# Everybody who can come by. Emil sits at the table in question, Ignaz at none; the links belong to browsers
# in which nobody is signed in.
WHO = {
    "owner": "Anna",
    "director": "Bert",
    "scorer": "Cilli",
    "arbiter": "Dora",
    "seated": "Emil",
    "member": "Ignaz",
    "table link": "",
    "read link": "",
    "deactivated": "Gustl",
    "stranger": "Franz",
    "nobody": "",
}
LINKS: dict[str, tuple[str, Kind]] = {"table link": ("t", "record"), "read link": ("r", "read")}
OUTSIDE = ("deactivated", "stranger", "nobody")

# The answers to everybody, in that order. 405: the page is only read, or only written. 302: done, or led on.
#                  owner            seated          t   r  deactivated   nobody
EVERYBODY = "       200 200 200 200  200 200    200 200    200 200 200"
LED_ON = "          302 302 302 302  302 302    302 302    302 302 302"
ONLY_READ = "       405 405 405 405  405 405    405 405    405 405 405"
ONLY_WRITTEN = ONLY_READ
NOTHING_ASKED = "   400 400 400 400  400 400    400 400    400 400 400"
NO_MORE = "         404 404 404 404  404 404    404 404    404 404 404"
SIGNED_IN = "       200 200 200 200  200 200    302 302    200 200 302"
NOT_SIGNED_IN = "   302 302 302 302  302 302    200 200    302 302 200"
SIGNED_IN_READ = "  405 405 405 405  405 405    302 302    405 405 302"
STARTING = "        200 403 403 403  403 403    302 302    403 403 302"
IN_THE_CLUB = "     200 200 200 200  200 200    404 404    404 404 404"
PLAYING = "         302 302 302 200  302 200    404 404    404 404 404"  # 200: say at which table you sit
DIRECTING = "       200 200 403 403  403 403    404 404    404 404 404"
DIRECTING_DOES = "  302 302 403 403  403 403    404 404    404 404 404"
OWNING = "          200 403 403 403  403 403    404 404    404 404 404"
NOBODY_ELSE = "     403 403 403 403  403 403    404 404    404 404 404"
OWNING_DOES = "     302 403 403 403  403 403    404 404    404 404 404"
LOOKING_ON = "      200 200 200 200  200 200    200 200    404 404 404"
RECORDING_PAGE = "  200 200 200 302  200 302    200 302    404 404 404"  # 302: to the sheet
RECORDING = "       200 200 200 403  200 403    200 403    404 404 404"
RECORDING_DOES = "  302 302 302 403  302 403    302 403    404 404 404"
HANDING_ON = "      200 200 200 403  200 403    403 403    404 404 404"
HANDING_ON_DOES = " 302 302 302 403  302 403    403 403    404 404 404"
CLOSING = "         200 200 403 403  403 403    403 403    404 404 404"
CLOSING_DOES = "    302 302 403 403  403 403    403 403    404 404 404"
BACK_TO_THE_SHEET = "302 302 302 302 302 302    302 302    404 404 404"
TOO_LATE = "        409 409 409 403  409 403    409 403    404 404 404"
RUNNING_IT = "      200 404 404 404  404 404    404 404    404 404 404"  # Anna set the program up
RUNNING_IT_READS = "405 404 404 404  404 404    404 404    404 404 404"
BACK_TO_THE_MEMBER = DIRECTING_DOES  # a button's address, opened by itself
BACK_TO_THE_EVENING = DIRECTING_DOES


class Answer(NamedTuple):
    response: Any
    wrote: bool
    entries: int  # so many were written

    @property
    def status(self) -> str:
        return str(self.response.status_code)

    @property
    def refuses(self) -> bool:
        return self.status in ("403", "404") or self.location.startswith("/sign-in/")

    @property
    def location(self) -> str:
        return str(self.response.headers.get("Location", ""))

    @property
    def text(self) -> str:
        """All that the visitor gets to read, without what is new each time."""
        page = self.response.content.decode(errors="replace") + self.location + self.response.cookies.output()
        return re.sub("[A-Za-z0-9]{32,}|expires=[^;]*", "", page)


@dataclass(frozen=True)
class Scene:
    """An evening of the club with three tables, one of them closed; and a browser for everybody."""

    house: House
    evening: Evening
    past: Evening  # closed
    sheet: Sheet
    other: Sheet
    closed: Sheet
    hilda: Member  # without an account
    token: str  # of her invitation
    cookies: dict[str, SimpleCookie]

    @property
    def secrets(self) -> set[str]:
        """What nobody reads who is refused."""
        found = {
            self.house.club.name,
            *self.house.club.members.values_list("name", flat=True),
            *Participant.objects.values_list("guest", flat=True),
            *Evening.objects.values_list("place", flat=True),
            *Sheet.objects.values_list("name", flat=True),
            "Sonnwendblatt",
        }
        return found - {""}

    def given_away(self, who: str, answer: Answer) -> list[str]:
        """The secrets in an answer, as they are or as JSON has them; everybody knows their own name."""
        text = answer.text
        return [
            name for name in self.secrets - {WHO[who]} if name in text or json.dumps(name).strip('"') in text
        ]

    @property
    def kathi(self) -> str:
        """A guest at the table."""
        return ids(self.sheet)["Kathi"]

    def at(self, sheet: Sheet) -> Scene:
        """The same with another table in question."""
        return replace(self, sheet=sheet)

    def path(self, address: str) -> str:
        sheet = self.sheet
        evening = self.past if address == f"{E}reopen/" else self.evening
        shown = {
            "s/<str:code>/people/": "evening",
            "s/<str:code>/calendar.ics": "calendar",
            "s/<str:code>/results.atom": "results",
        }
        what = next((what for begin, what in shown.items() if address.startswith(begin)), "standings")
        shared = self.house.club.sharings.get(what=what)
        codes = {
            "setup": people.setup_code(),
            "s": sharing.code_of(shared),
            "t": code_of(sheet, "record"),
            "r": code_of(sheet, "read"),
        }
        number = self.hilda.pk if "/members/" in address or "/season/" in address else evening.pk
        if "/sharing/" in address:
            number = shared.pk
        if "/old-sheets/" in address:
            number = self.house.club.old_batches.earliest("pk").pk
        if "/old-sheets/people/" in address:
            number = OldPerson.objects.get(member=None).pk
        return "/" + (
            in_the_editor(address)
            .replace("rules/<slug:slug>", "rules/standard")
            .replace("<slug:slug>", self.house.club.slug)
            .replace("old-sheets/<int:pk>", f"old-sheets/{number}")
            .replace("sheets/<int:pk>", f"sheets/{sheet.pk}")
            .replace("guests/<int:pk>", f"guests/{self.kathi}")
            .replace("<int:pk>", str(number))
            .replace("<slug:own>", "sonnwendblatt")
            .replace("<int:edition>", "1")
            .replace("<uuid:entry>", str(entry_of(sheet)))
            .replace("<str:token>", self.token)
            .replace("<str:digest>", "0" * 64)
            .replace("<str:object_id>", first_of_register(address))
            .replace("<str:code>", codes.get(address.partition("/")[0], ""))
        )

    def browser(self, who: str, *, strict: bool = False) -> Client:
        """The browser of somebody; a strict one is asked for its token as in real life."""
        client = Client(enforce_csrf_checks=strict)
        client.cookies = deepcopy(self.cookies[who])
        return client

    def ask(self, who: str, method: str, path: str, posted: Record | str | None = None, **how: Any) -> Answer:
        """The answer; afterwards everything is as it was."""
        return self.ask_with(self.browser(who), method, path, posted, **how)

    def ask_with(
        self, client: Client, method: str, path: str, posted: Record | str | None = None, **how: Any
    ) -> Answer:
        with transaction.atomic():
            before, entries = state(), Entry.objects.count()
            if method == "post":
                response = client.post(path, {} if posted is None else posted, **how)
            else:
                response = getattr(client, method)(path, **how)
            response = whole(response)
            answer = Answer(response, state() != before, Entry.objects.count() - entries)
            transaction.set_rollback(True)
        return answer

    def send(self, who: str, path: str, document: Record) -> Answer:
        """Posted as the scripts of the pages do."""
        return self.ask(who, "post", path, document, content_type="application/json")

    def form(self, **fields: str) -> dict[str, str]:
        """What every form brings along, and the entries of this one."""
        new = str(uuid4())
        return {
            "deed": new,
            "id": new,
            "entry": new,
            "after": str(self.sheet.seq),
            "reason": "falsch",
        } | fields

    def written(self, **further: object) -> Record:
        """What every script sends that writes something."""
        return {"id": str(uuid4()), "after": self.sheet.seq, **further}

    def record(self, record: Record) -> Record:
        return in_ids(self.sheet, record)

    def seating(self) -> Record:
        """They stay where they are, and the third of them deals."""
        there = self.evening.names()
        names = [there[one] for one in self.sheet.standing["players"]]
        return seated_like(self.sheet, *names, dealer=names[2])


OWN = "stammtischregeln"  # the club's own rule sheet


def in_the_editor(address: str) -> str:
    """An address of the editor with something that is on the sheet."""
    if not address.startswith(EDIT):
        return address
    found = {"<str:table>": "games", "<str:key>": "dreier", "<str:kind>": "alone", "<str:section>": "kontra"}
    if "/words/" in address:
        found = {"<str:table>": "remarks", "<str:key>": "seats"}
    for name, value in {"<slug:own>": OWN, **found}.items():
        address = address.replace(name, value)
    return address


def first_of_register(address: str) -> str:
    """The first row of the register that the address belongs to."""
    if not address.endswith("<str:object_id>/"):
        return ""
    model = apps.get_model("scoring", address.split("/")[1])
    return str(model._default_manager.order_by("pk").values_list("pk", flat=True)[0])


def state() -> tuple[object, ...]:
    """Whatever writes on purpose changes this."""
    links = Sheet.objects.order_by("pk").values_list("record_link", "read_link", "closed_at")
    counted = [model.objects.count() for model in (Entry, Deed, Participant, Voice)]
    return *counted, list(links)


def entry_of(sheet: Sheet) -> UUID:
    return sheet.entries.order_by("seq").values_list("pk", flat=True)[0]


@pytest.fixture
def scene(house: House) -> Scene:
    anna, club = house["Anna"], house.club
    people.add_members(actor=anna, deed=uuid4(), club=club, names=["Ignaz"])
    house.enter("Ignaz", house.member("Ignaz"), by=anna)
    evening, past = (
        recording.open_evening(
            actor=anna,
            deed=uuid4(),
            club=club,
            date=timezone.localdate(),
            place=place,
            rules="standard",
            options={},
            confirmation=place == "Sonnenwirt",
        )
        for place in ("Sonnenwirt", "Mondscheinwirt")
    )
    sheet = house.sheet(("Emil", "Kathi", "Lois", "Mitzi"), evening=evening, name="Stammtisch")
    other = house.sheet(("Bert", "Nandl", "Otto", "Poldi"), evening=evening, name="Fensterplatz")
    closed = house.sheet(("Emil", "Sepp", "Toni", "Urschi"), evening=evening, name="Hinterzimmer")
    house.play(sheet, rufer("Emil", "Mitzi"), by="Cilli")
    house.play(other, rufer("Bert", "Poldi"))
    house.play(closed, rufer("Emil", "Urschi"))
    house.play(sheet, dreier("Kathi"))
    recording.undo(actor=Actor(anna), entry=uuid4(), sheet=sheet, after=2)
    for one in (sheet, other, closed):
        house.tap(recording.object_to, one, one.entries.get(seq=1), one_of(one, 1))
    house.play(closed, REDEAL)
    recording.close_sheet(actor=anna, deed=uuid4(), sheet=closed)
    recording.close_evening(actor=anna, deed=uuid4(), evening=past)
    save(house, own(house, "Sonnwendblatt"), dearer(6))
    data = {**resolved("treffpunkt", read), "label": "Stammtischregeln"}
    house_rules.begin_sheet(actor=anna, deed=uuid4(), club=club, data=data, origin="treffpunkt")
    Client().post("/sign-in/", {"name": "Anna", "password": "wrong"})
    people.share_standings(actor=anna, deed=uuid4(), club=club, period="")
    people.share_evening(actor=anna, deed=uuid4(), evening=evening)
    for what in FEEDS:
        people.share_feed(actor=anna, deed=uuid4(), club=club, what=what)
    old_amounts(house)
    old_hands(house)
    hilda = house.member("Hilda")
    token = people.invite(actor=anna, deed=uuid4(), member=hilda)
    cookies = {who: house.client(name).cookies for who, name in WHO.items()}
    for who, (letter, kind) in LINKS.items():
        client = Client()
        for one in (sheet, closed):
            client.get(f"/{letter}/{code_of(one, kind)}/")
        cookies[who] = client.cookies
    return Scene(house, evening, past, now(sheet), now(other), now(closed), hilda, token, cookies)


def one_of(sheet: Sheet, number: int) -> str:
    """Somebody of the first four, by name."""
    return sheet.evening.names()[sheet.players[number]]


class Row(NamedTuple):
    """The answers to GET and HEAD, those to POST, and what is posted."""

    reading: str
    writing: str
    posted: Callable[[Scene], Record] = lambda scene: scene.form()
    script: bool = False  # sent as JSON


def whole(response: Any) -> Any:
    """With all of its content, also where it is sent piece by piece."""
    if not response.streaming:
        return response
    content = b"".join(response.streaming_content)
    found = HttpResponse(content, status=response.status_code, headers=dict(response.headers))
    found.cookies = response.cookies
    return found


def posts(**fields: str) -> Callable[[Scene], Record]:
    return lambda scene: scene.form(**fields)


def with_record(record: Record, **fields: str) -> Callable[[Scene], Record]:
    return lambda scene: scene.form(record=json.dumps(scene.record(record)), **fields)


def said_by(number: int) -> Callable[[Scene], Record]:
    return lambda scene: scene.form(player=scene.sheet.players[number])


def about_an_objection(scene: Scene) -> Record:
    return scene.form(voice=str(scene.sheet.voices.get(seq=1).pk), outcome="stands")


def edited(address: str, **answers: str) -> Callable[[Scene], Record]:
    """The form of a page of the editor as its owner has it in front of her, with these answers."""

    def posted(scene: Scene) -> Record:
        page = scene.browser("owner").get(scene.path(address))
        text = page.content.decode()
        brought = {
            name: text.partition(f'name="{name}" value="')[2].partition('"')[0] for name in ("base", "seq")
        }
        return {**scene.form(), **brought, **fields_of(page), "deed": str(uuid4()), **answers}

    return posted


def four(scene: Scene, **fields: str) -> Record:
    return seats(scene.house, "Emil", "Wastl", "Xaver", "Zenzi", high="Emil", **fields)


M = "clubs/<slug:slug>/members/<int:pk>/"
G = "clubs/<slug:slug>/guests/<int:pk>/"
E = "clubs/<slug:slug>/evenings/<int:pk>/"
R = "clubs/<slug:slug>/rules/"
OLD = "clubs/<slug:slug>/old-sheets/"
S = "sheets/<int:pk>/"
H = f"{S}hands/<uuid:entry>/"
EDIT = f"{R}<slug:own>/edit/"
CLUB = {
    "club": "Mühlviertler Runde",
    "currency": "CHF",
    "cents_per_point": "5",
    "language": "de",
    "default_rules": "cup",
}
TABLE = {
    "": Row(EVERYBODY, ONLY_READ),
    "rules/": Row(EVERYBODY, ONLY_READ),
    "rules/compare/": Row(EVERYBODY, ONLY_READ),
    "rules/<slug:slug>/": Row(EVERYBODY, ONLY_READ),
    "rules/<slug:slug>/toml/": Row(EVERYBODY, ONLY_READ),
    "calculator/": Row(EVERYBODY, ONLY_READ),
    "calculator/settlement/": Row(NOTHING_ASKED, ONLY_READ),
    "calculator/code/": Row(NO_MORE, ONLY_READ),  # of no hand
    "setup/<str:code>/": Row(LED_ON, NO_MORE),  # to signing in, since the code is right
    "setup/<str:code>/club/": Row(LED_ON, NO_MORE),
    "setup/<str:code>/club/<str:digest>/": Row(LED_ON, NO_MORE),
    "sign-in/": Row(NOT_SIGNED_IN, EVERYBODY, posts(name="Anna", password="wrong")),
    "sign-out/": Row(ONLY_WRITTEN, LED_ON),
    "password/": Row(SIGNED_IN, SIGNED_IN, posts(old="wrong")),
    "invitation/<str:token>/": Row(EVERYBODY, EVERYBODY, posts(what="account")),
    "clubs/": Row(SIGNED_IN, SIGNED_IN_READ),
    "clubs/new/": Row(STARTING, STARTING, posts(club="")),
    "clubs/<slug:slug>/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/settings/": Row(DIRECTING, OWNING_DOES, posts(**CLUB)),
    "clubs/<slug:slug>/log/": Row(DIRECTING, ONLY_READ),
    "clubs/<slug:slug>/archive/": Row(OWNING, ONLY_READ),
    "clubs/<slug:slug>/archive/file/": Row(OWNING, ONLY_READ),
    "clubs/<slug:slug>/demonstration/": Row(NO_MORE, NO_MORE),  # this club was not invented
    OLD: Row(IN_THE_CLUB, ONLY_READ),
    f"{OLD}import/": Row(DIRECTING, DIRECTING),  # without a file
    f"{OLD}template/hands/xlsx/": Row(DIRECTING, ONLY_READ),
    f"{OLD}template/hands/csv/": Row(DIRECTING, ONLY_READ),
    f"{OLD}template/amounts/xlsx/": Row(DIRECTING, ONLY_READ),
    f"{OLD}template/amounts/csv/": Row(DIRECTING, ONLY_READ),
    f"{OLD}export/xlsx/": Row(IN_THE_CLUB, ONLY_READ),
    f"{OLD}export/csv/": Row(IN_THE_CLUB, ONLY_READ),
    f"{OLD}export/json/": Row(IN_THE_CLUB, ONLY_READ),
    f"{OLD}people/<int:pk>/": Row(DIRECTING_DOES, DIRECTING_DOES),  # led on: he was at an evening, too
    f"{OLD}people/<int:pk>/anonymise/": Row(OWNING_DOES, OWNING_DOES),  # led on: he was at an evening, too
    f"{OLD}<int:pk>/": Row(IN_THE_CLUB, ONLY_READ),
    f"{OLD}<int:pk>/export/xlsx/": Row(IN_THE_CLUB, ONLY_READ),
    f"{OLD}<int:pk>/export/csv/": Row(IN_THE_CLUB, ONLY_READ),
    f"{OLD}<int:pk>/export/json/": Row(IN_THE_CLUB, ONLY_READ),
    f"{OLD}<int:pk>/withdraw/": Row(DIRECTING, DIRECTING_DOES),
    R: Row(IN_THE_CLUB, ONLY_READ),
    f"{R}new/": Row(DIRECTING, DIRECTING_DOES, posts(label="Xaver", begin="cup")),
    f"{R}import/": Row(DIRECTING, DIRECTING),  # without a file
    f"{R}compare/": Row(IN_THE_CLUB, ONLY_READ),
    f"{R}<slug:own>/": Row(IN_THE_CLUB, ONLY_READ),
    f"{R}<slug:own>/offer/": Row(ONLY_WRITTEN, DIRECTING_DOES, posts(offered="no")),
    f"{R}<slug:own>/versions/<int:edition>/": Row(IN_THE_CLUB, ONLY_READ),
    f"{R}<slug:own>/versions/<int:edition>/toml/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/members/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/members/new/": Row(DIRECTING, DIRECTING_DOES, posts(names="Xaver")),
    M: Row(DIRECTING, DIRECTING_DOES, posts(name="Xaver")),
    f"{M}deactivate/": Row(BACK_TO_THE_MEMBER, DIRECTING_DOES),
    f"{M}reactivate/": Row(BACK_TO_THE_MEMBER, DIRECTING_DOES),
    f"{M}detach/": Row(BACK_TO_THE_MEMBER, DIRECTING_DOES),  # nothing to take off
    f"{M}remove/": Row(DIRECTING, DIRECTING_DOES),
    f"{M}appoint/": Row(BACK_TO_THE_MEMBER, OWNING_DOES, posts(role="director")),
    f"{M}dismiss/": Row(BACK_TO_THE_MEMBER, OWNING_DOES, posts(role="director")),
    f"{M}invite/": Row(BACK_TO_THE_MEMBER, DIRECTING),
    f"{M}withdraw/": Row(BACK_TO_THE_MEMBER, DIRECTING_DOES),
    f"{M}separate/": Row(DIRECTING, DIRECTING, posts(joining=str(uuid4()))),  # nothing to separate
    f"{M}anonymise/": Row(OWNING, OWNING_DOES, posts(sure="on")),
    f"{M}data/": Row(OWNING, ONLY_READ),  # and the member, who has no account here
    f"{M}data/export/xlsx/": Row(OWNING, ONLY_READ),
    f"{M}data/export/csv/": Row(OWNING, ONLY_READ),
    f"{M}data/export/json/": Row(OWNING, ONLY_READ),
    f"{M}go/": Row(NOBODY_ELSE, NOBODY_ELSE, posts(wants="yes")),
    "clubs/<slug:slug>/guests/": Row(DIRECTING, ONLY_READ),
    G: Row(
        DIRECTING,
        DIRECTING_DOES,
        lambda scene: scene.form(evenings=scene.kathi, who="new", name="Xaver", step="save"),
    ),
    f"{G}rename/": Row(DIRECTING, DIRECTING_DOES, posts(name="Xaver")),
    f"{G}anonymise/": Row(OWNING, OWNING_DOES, lambda scene: scene.form(guests=scene.kathi, sure="on")),
    "clubs/<slug:slug>/season/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/<int:pk>/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/<int:pk>/export/xlsx/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/<int:pk>/export/csv/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/<int:pk>/export/json/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/<int:pk>/share/": Row(NOBODY_ELSE, NOBODY_ELSE),
    "clubs/<slug:slug>/sharing/": Row(DIRECTING, DIRECTING_DOES),
    "clubs/<slug:slug>/sharing/calendar/": Row(ONLY_WRITTEN, DIRECTING_DOES),
    "clubs/<slug:slug>/sharing/results/": Row(ONLY_WRITTEN, DIRECTING_DOES),
    "clubs/<slug:slug>/sharing/<int:pk>/withdraw/": Row(ONLY_WRITTEN, DIRECTING_DOES),
    "clubs/<slug:slug>/season/certificates/": Row(DIRECTING, ONLY_READ),
    "clubs/<slug:slug>/season/statistics/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/rating/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/statistics/export/xlsx/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/statistics/export/csv/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/statistics/export/json/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/rating/export/xlsx/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/rating/export/csv/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/rating/export/json/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/what-if/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/export/xlsx/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/export/csv/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/export/json/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/book/export/xlsx/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/book/export/csv/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/book/export/json/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/hands/export/xlsx/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/hands/export/csv/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/hands/export/json/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/evenings/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/evenings/new/": Row(
        DIRECTING, DIRECTING_DOES, posts(date="2026-01-06", rules="standard")
    ),
    E: Row(IN_THE_CLUB, ONLY_READ),
    f"{E}change/": Row(DIRECTING, DIRECTING_DOES, posts(date="2026-01-06", place="Post", confirmation="on")),
    f"{E}pagatkassa/": Row(BACK_TO_THE_EVENING, DIRECTING),  # after the first hand: it stays
    f"{E}newer-edition/": Row(BACK_TO_THE_EVENING, DIRECTING_DOES),
    f"{E}share/": Row(DIRECTING, DIRECTING_DOES),
    f"{E}close/": Row(DIRECTING, DIRECTING_DOES),
    f"{E}reopen/": Row(DIRECTING, DIRECTING_DOES),
    f"{E}settling/": Row(IN_THE_CLUB, ONLY_READ),
    f"{E}what-if/": Row(IN_THE_CLUB, ONLY_READ),
    f"{E}blank/": Row(IN_THE_CLUB, ONLY_READ),
    f"{E}settling/export/xlsx/": Row(IN_THE_CLUB, ONLY_READ),
    f"{E}settling/export/csv/": Row(IN_THE_CLUB, ONLY_READ),
    f"{E}settling/export/json/": Row(IN_THE_CLUB, ONLY_READ),
    f"{E}export/xlsx/": Row(IN_THE_CLUB, ONLY_READ),
    f"{E}export/csv/": Row(IN_THE_CLUB, ONLY_READ),
    f"{E}export/json/": Row(IN_THE_CLUB, ONLY_READ),
    f"{E}tables/new/": Row(DIRECTING, DIRECTING_DOES, lambda scene: four(scene, anyway="1")),
    "clubs/<slug:slug>/play/": Row(IN_THE_CLUB, PLAYING, lambda scene: four(scene, rules="standard")),
    EDIT: Row(DIRECTING, ONLY_READ),
    f"{EDIT}save/": Row(DIRECTING, DIRECTING_DOES, edited(f"{EDIT}save/")),
    f"{EDIT}discard/": Row(DIRECTING, DIRECTING_DOES, edited(f"{EDIT}discard/")),
    f"{EDIT}undo/": Row(ONLY_WRITTEN, DIRECTING_DOES, edited(f"{EDIT}save/")),
    f"{EDIT}rows/<str:table>/": Row(
        DIRECTING, DIRECTING_DOES, edited(f"{EDIT}rows/<str:table>/", down="rufer")
    ),
    f"{EDIT}rows/<str:table>/<str:key>/": Row(
        DIRECTING, DIRECTING_DOES, edited(f"{EDIT}rows/<str:table>/<str:key>/", value="6")
    ),
    f"{EDIT}rows/<str:table>/<str:key>/remove/": Row(DIRECTING, DIRECTING_DOES, edited(f"{EDIT}save/")),
    f"{EDIT}add/<str:table>/": Row(
        DIRECTING, DIRECTING_DOES, edited(f"{EDIT}add/<str:table>/", row="cup:triccolo")
    ),
    f"{EDIT}add/<str:table>/<str:kind>/": Row(
        DIRECTING,
        DIRECTING_DOES,
        edited(f"{EDIT}add/<str:table>/<str:kind>/", label_de="Zweier", short="Zw", value="6"),
    ),
    f"{EDIT}words/": Row(DIRECTING, DIRECTING_DOES, edited(f"{EDIT}words/", table="remarks", down="seats")),
    f"{EDIT}words/<str:table>/": Row(
        DIRECTING, DIRECTING_DOES, edited(f"{EDIT}words/<str:table>/", words_de="Wer gibt, schweigt.")
    ),
    f"{EDIT}words/<str:table>/<str:key>/": Row(
        DIRECTING, DIRECTING_DOES, edited(f"{EDIT}words/<str:table>/<str:key>/", words_de="Anders.")
    ),
    f"{EDIT}words/<str:table>/<str:key>/remove/": Row(DIRECTING, DIRECTING_DOES, edited(f"{EDIT}save/")),
    f"{EDIT}<str:section>/": Row(
        DIRECTING, DIRECTING_DOES, edited(f"{EDIT}<str:section>/", levels_hirsch="16")
    ),
    S: Row(LOOKING_ON, ONLY_READ),
    f"{S}rules/": Row(LOOKING_ON, ONLY_READ),
    f"{S}blank/": Row(LOOKING_ON, ONLY_READ),
    f"{S}record/": Row(
        RECORDING_PAGE,
        RECORDING,
        lambda scene: scene.written(record=scene.record(dreier("Kathi"))),
        script=True,
    ),
    f"{S}preview/": Row(
        ONLY_WRITTEN, RECORDING, lambda scene: {"record": scene.record(dreier("Kathi"))}, script=True
    ),
    f"{S}live/": Row(LOOKING_ON, ONLY_READ),
    f"{S}undo/": Row(ONLY_WRITTEN, RECORDING_DOES),
    f"{S}redo/": Row(ONLY_WRITTEN, RECORDING_DOES),
    H: Row(LOOKING_ON, ONLY_READ),
    f"{H}correct/": Row(RECORDING, RECORDING_DOES, with_record(dreier("Emil"), step="save")),
    f"{H}insert/": Row(RECORDING, RECORDING_DOES, with_record(dreier("Emil"), step="save", deal="keep")),
    f"{H}take-out/": Row(RECORDING, RECORDING_DOES, posts(step="save")),
    f"{H}confirm/": Row(ONLY_WRITTEN, RECORDING_DOES, said_by(1)),
    f"{H}object/": Row(ONLY_WRITTEN, RECORDING_DOES, said_by(2)),
    f"{H}withdraw/": Row(ONLY_WRITTEN, RECORDING_DOES, about_an_objection),
    f"{H}settle/": Row(ONLY_WRITTEN, CLOSING_DOES, about_an_objection),
    f"{S}links/": Row(HANDING_ON, ONLY_READ),
    f"{S}links/renew/": Row(HANDING_ON_DOES, HANDING_ON_DOES, posts(kind="record")),
    f"{S}seating/": Row(RECORDING, RECORDING_DOES, lambda scene: scene.seating()),
    f"{S}close/": Row(CLOSING, CLOSING_DOES),
    f"{S}reopen/": Row(CLOSING, CLOSING_DOES),
    f"{S}export/xlsx/": Row(LOOKING_ON, ONLY_READ),
    f"{S}export/csv/": Row(LOOKING_ON, ONLY_READ),
    f"{S}export/json/": Row(LOOKING_ON, ONLY_READ),
    "exports/<str:token>/": Row(NO_MORE, ONLY_READ),  # nothing waits there; see test_export_streams.py
    "export-schema.json": Row(EVERYBODY, ONLY_READ),
    "door/": Row(EVERYBODY, ONLY_READ),
    "service-worker.js": Row(EVERYBODY, ONLY_READ),
    "privacy/": Row(EVERYBODY, ONLY_READ),
    "s/<str:code>/": Row(EVERYBODY, ONLY_READ),
    "s/<str:code>/calendar.ics": Row(EVERYBODY, ONLY_READ),
    "s/<str:code>/results.atom": Row(EVERYBODY, ONLY_READ),
    "s/<str:code>/embed/": Row(EVERYBODY, ONLY_READ),
    "s/<str:code>/export/xlsx/": Row(EVERYBODY, ONLY_READ),
    "s/<str:code>/export/csv/": Row(EVERYBODY, ONLY_READ),
    "s/<str:code>/export/json/": Row(EVERYBODY, ONLY_READ),
    "s/<str:code>/people/export/xlsx/": Row(EVERYBODY, ONLY_READ),
    "s/<str:code>/people/export/csv/": Row(EVERYBODY, ONLY_READ),
    "s/<str:code>/people/export/json/": Row(EVERYBODY, ONLY_READ),
    "t/<str:code>/": Row(LED_ON, ONLY_READ),
    "r/<str:code>/": Row(LED_ON, ONLY_READ),
}
REGISTERS = (
    *("account", "club", "deed", "entry", "evening", "invitation", "member", "participant", "posting"),
    *("oldamount", "oldbatch", "olddifference", "oldline", "oldperson", "oldsheet"),
    *("reason", "row", "ruleset", "rulesetversion", "seal", "sharing", "sheet", "signinattempt", "voice"),
)
TABLE["admin/"] = Row(RUNNING_IT, RUNNING_IT_READS)
for _register in REGISTERS:
    TABLE[f"admin/{_register}/"] = Row(RUNNING_IT, RUNNING_IT_READS)
    TABLE[f"admin/{_register}/<str:object_id>/"] = Row(RUNNING_IT, RUNNING_IT_READS)
OF_A_SHEET = [address for address in TABLE if address.startswith(S)]

# The same, of a table that is closed.
CLOSED = {
    S: (LOOKING_ON, ONLY_READ),
    f"{S}rules/": (LOOKING_ON, ONLY_READ),
    f"{S}blank/": (BACK_TO_THE_SHEET, ONLY_READ),
    f"{S}record/": (BACK_TO_THE_SHEET, TOO_LATE),
    f"{S}preview/": (ONLY_WRITTEN, RECORDING),
    f"{S}live/": (LOOKING_ON, ONLY_READ),
    f"{S}undo/": (ONLY_WRITTEN, RECORDING_DOES),  # led on to the sheet, where it is said
    f"{S}redo/": (ONLY_WRITTEN, RECORDING_DOES),
    H: (LOOKING_ON, ONLY_READ),
    f"{H}correct/": (RECORDING_DOES, TOO_LATE),
    f"{H}insert/": (RECORDING_DOES, TOO_LATE),
    f"{H}take-out/": (RECORDING_DOES, TOO_LATE),
    f"{H}confirm/": (ONLY_WRITTEN, RECORDING_DOES),  # led on, and told that the table is closed
    f"{H}object/": (ONLY_WRITTEN, RECORDING_DOES),
    f"{H}withdraw/": (ONLY_WRITTEN, RECORDING_DOES),
    f"{H}settle/": (ONLY_WRITTEN, CLOSING_DOES),
    f"{S}links/": (HANDING_ON, ONLY_READ),
    f"{S}links/renew/": (HANDING_ON_DOES, HANDING_ON_DOES),
    f"{S}seating/": (RECORDING_DOES, RECORDING_DOES),
    f"{S}close/": (CLOSING_DOES, CLOSING_DOES),
    f"{S}reopen/": (CLOSING, CLOSING_DOES),
    f"{S}export/xlsx/": (LOOKING_ON, ONLY_READ),
    f"{S}export/csv/": (LOOKING_ON, ONLY_READ),
    f"{S}export/json/": (LOOKING_ON, ONLY_READ),
}


def addresses(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """All but those of tournaments, which have a table and a test of their registers in tests/tournaments."""
    elsewhere = tuple(
        f"admin/{one.__name__.lower()}/" for one in apps.get_app_config("tournaments").get_models()
    )
    for pattern in patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if pattern.namespace == "tournaments":
                continue
            yield from addresses(pattern.url_patterns, address)
        elif not address.startswith(elsewhere):
            yield address


def asked(scene: Scene, who: str, method: str, address: str, path: str = "") -> Answer:
    """Somebody reads, or writes what the table says; at this path or that of the table in question."""
    row, path = TABLE[address], path or scene.path(address)
    if method == "post" and row.script:
        return scene.send(who, path, row.posted(scene))
    return scene.ask(who, method, path, row.posted(scene) if method == "post" else None)


def differences(
    scene: Scene, address: str, reading: str, writing: str, *, may_write: bool = True
) -> Iterator[str]:
    """Everybody reads and writes: what is not as the table says, in words."""
    for method, answers in (("get", reading), ("head", reading), ("post", writing)):
        for who, wanted in zip(WHO, answers.split(), strict=True):
            answer = asked(scene, who, method, address)
            what = f"{who}: {method} {address}"
            if answer.status != wanted:
                yield f"{what} is answered {answer.status} instead of {wanted}"
            if answer.refuses and (names := scene.given_away(who, answer)):
                yield f"{what} gives away {names}"
            if answer.wrote and (answer.refuses or method != "post" or not may_write):
                yield f"{what} writes"
            if method == "head" and answer.response.content:
                yield f"{what} has a body"


def test_every_address_has_a_row() -> None:
    assert sorted(addresses(get_resolver().url_patterns)) == sorted(TABLE)
    assert sorted(CLOSED) == sorted(OF_A_SHEET)


# One prepared evening for all addresses of a kind: an address belongs to the first that it begins with.
KINDS_OF_ADDRESSES = {
    "hands": H,
    "sheets": S,
    "evenings": E,
    "members": M,
    "editor": EDIT,
    "clubs": "clubs/",
    "registers": "admin/",
    "others": "",
}


def kind_of(address: str) -> str:
    return next(kind for kind, before in KINDS_OF_ADDRESSES.items() if address.startswith(before))


@pytest.mark.parametrize("kind", KINDS_OF_ADDRESSES)
def test_everybody_gets_what_the_table_says(scene: Scene, kind: str) -> None:
    found: list[str] = []
    for address in (one for one in TABLE if kind_of(one) == kind):
        here = scene.at(scene.closed) if address == f"{S}reopen/" else scene
        found += differences(here, address, TABLE[address].reading, TABLE[address].writing)
    assert found == []


def test_on_a_closed_sheet_nobody_writes(scene: Scene) -> None:
    here = scene.at(scene.closed)
    found: list[str] = []
    for address, (reading, writing) in CLOSED.items():
        may_write = address in (f"{S}links/renew/", f"{S}reopen/", f"{H}settle/")
        found += differences(here, address, reading, writing, may_write=may_write)
    assert found == []


# Links


def shut_out(scene: Scene, who: str) -> Iterator[str]:
    """Where this visitor gets anything but 404 from the sheet; 405 is said to everybody."""
    for address in OF_A_SHEET:
        row = TABLE[address]
        for method, answers in (("get", row.reading), ("head", row.reading), ("post", row.writing)):
            answer = asked(scene, who, method, address)
            wanted = "405" if answers == ONLY_READ else "404"
            if answer.status != wanted or answer.wrote or scene.given_away(who, answer):
                yield f"{method} {address}: {answer.status}, {scene.given_away(who, answer)}"


@pytest.mark.parametrize("who", LINKS)
def test_a_link_opens_no_other_sheet_of_the_evening(scene: Scene, who: str) -> None:
    assert list(shut_out(scene.at(scene.other), who)) == []


@pytest.mark.parametrize("who", LINKS)
def test_a_renewed_link_shuts_everybody_out_who_came_with_the_old_one(scene: Scene, who: str) -> None:
    letter, kind = LINKS[who]
    old = f"/{letter}/{code_of(scene.sheet, kind)}/"
    renew(scene, "read" if kind == "record" else "record")
    assert scene.ask(who, "get", scene.path(S)).status == "200", "only the other link was renewed"
    renew(scene, kind)
    assert list(shut_out(scene, who)) == []
    for visitor in WHO:
        answer = scene.ask(visitor, "get", old)
        assert (answer.status, scene.given_away(visitor, answer)) == ("404", [])


def renew(scene: Scene, kind: Kind) -> None:
    recording.renew_link(actor=scene.house["Anna"], deed=uuid4(), sheet=scene.sheet, kind=kind)


@pytest.mark.parametrize("who", LINKS)
def test_pages_behind_a_link_name_nobody_and_nothing_beyond_its_sheet(scene: Scene, who: str) -> None:
    at_the_table = {"Emil", "Kathi", "Lois", "Mitzi", "Stammtisch", "Sonnenwirt"}
    if who == "table link":
        at_the_table.add("Cilli")  # who wrote what is told to whoever may write, too
    shown = 0
    for address in OF_A_SHEET:
        answer = scene.ask(who, "get", scene.path(address))
        assert set(scene.given_away(who, answer)) <= at_the_table, address
        assert scene.house.club.slug not in answer.text, address
        shown += answer.status == "200"
    assert shown == (13 if who == "table link" else 8)


def test_a_phone_with_the_link_is_not_told_where_somebody_went_who_left_the_table(scene: Scene) -> None:
    known = ids(scene.sheet)
    for sheet, names in (
        (scene.sheet, ("Emil", "Kathi", "Lois", "Wastl")),
        (scene.other, ("Bert", "Nandl", "Otto", "Mitzi")),
    ):
        sitting = [
            recording.Person(participant=int(known[name])) if name in known else recording.Person(name=name)
            for name in names
        ]
        recording.seat(
            actor=Actor(scene.house["Anna"]),
            entry=uuid4(),
            sheet=sheet,
            after=sheet.seq,
            people=sitting,
            dealer=0,
        )
    here = scene.at(now(scene.sheet))
    back = here.seating() | {"who_4": f"p{known['Mitzi']}", "name_4": ""}
    assert "Fensterplatz" in here.ask("owner", "post", here.path(f"{S}seating/"), back).text
    for method in ("get", "post"):
        answer = here.ask("table link", method, here.path(f"{S}seating/"), back)
        assert answer.status == ("200" if method == "get" else "302")
        assert "Fensterplatz" not in answer.text


def test_a_code_is_long_and_its_own_for_each_sheet_kind_and_renewal(scene: Scene) -> None:
    kinds: tuple[Kind, ...] = ("record", "read")
    codes = [code_of(sheet, kind) for sheet in (scene.sheet, scene.other) for kind in kinds]
    renew(scene, "record")
    codes.append(code_of(now(scene.sheet), "record"))
    seals = {code.partition("-")[2] for code in codes}
    assert len(seals) == len(codes) == 5
    assert all(re.fullmatch("[0-9a-f]{20}", seal) for seal in seals)  # 80 bits


def test_a_guessed_code_is_compared_in_constant_time_and_tells_nothing(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[tuple[str, str]] = []

    def compare(one: str, other: str) -> bool:
        compared.append((one, other))
        return constant_time_compare(one, other)

    monkeypatch.setattr(table_links, "constant_time_compare", compare)
    right = code_of(scene.sheet, "record")
    there = [f"{scene.sheet.pk}-{seal}" for seal in ("", "0" * 20, right[-20:-1], f"{right[-20:]}0", "ä")]
    nowhere = [f"{NOWHERE}-{right[-20:]}", f"{10**17}-", f"{10**30}-0", "-", "٣-0", "0"]
    pages = {}
    for code in (*there, *nowhere):
        for letter in ("t", "r"):
            answer = scene.ask("nobody", "get", f"/{letter}/{code}/")
            assert not answer.response.cookies.get("sessionid")
            pages[letter, code] = (answer.status, answer.text)
    assert len(compared) == 2 * len(there)
    assert len(set(pages.values())) == 1
    assert next(iter(pages.values()))[0] == "404"


NOWHERE = 10**9  # the number of no sheet


@pytest.mark.parametrize("who", [*LINKS, *OUTSIDE])
def test_a_sheet_that_exists_and_one_that_does_not_look_the_same(scene: Scene, who: str) -> None:
    there = scene.at(scene.other)
    for address in OF_A_SHEET:
        path = there.path(address)
        nowhere = path.replace(f"/sheets/{scene.other.pk}/", f"/sheets/{NOWHERE}/")
        for method in ("get", "head", "post"):
            found, missing = (asked(there, who, method, address, one) for one in (path, nowhere))
            assert found.status == missing.status
            assert found.text.replace(path, nowhere) == missing.text
            assert found.response.cookies.keys() == missing.response.cookies.keys()


@pytest.mark.parametrize("path", ["/sheets/{}/", "/clubs/{slug}/evenings/{}/", "/clubs/{slug}/members/{}/"])
def test_numbers_no_database_knows_are_not_found(scene: Scene, path: str) -> None:
    for who in ("owner", "table link", "nobody"):
        for number in (0, 2**31, 2**63, 10**30):
            assert scene.ask(who, "get", path.format(number, slug=scene.house.club.slug)).status == "404"


# Signing in and out


def test_a_link_outlasts_signing_in_and_opens_the_same_and_nothing_more(scene: Scene) -> None:
    client = scene.browser("table link")
    before = client.cookies["sessionid"].value
    form = {"name": "Franz", "password": PASSWORD, "next": scene.path(S)}
    assert client.post("/sign-in/", form).headers["Location"] == scene.path(S)
    assert client.cookies["sessionid"].value != before, "an address handed over beforehand opens nothing"
    stale = Client()
    stale.cookies["sessionid"] = before
    assert stale.get(scene.path(S)).status_code == 404
    for address, wanted in (
        (S, 200),
        (f"{S}record/", 200),
        (f"{S}links/", 403),
        (f"{S}close/", 403),
        (E, 404),
    ):
        assert client.get(scene.path(address)).status_code == wanted, address
    assert client.get(scene.at(scene.other).path(S)).status_code == 404
    assert scene.house.club.name not in client.get(scene.path(S)).content.decode()
    client.post("/sign-out/")
    assert client.get(scene.path(S)).status_code == 404


def test_who_signs_in_after_somebody_else_does_not_get_their_links(scene: Scene) -> None:
    client = scene.browser("member")
    client.get(scene.path("t/<str:code>/"))
    assert client.get(scene.path(f"{S}record/")).status_code == 200
    client.post("/sign-in/", {"name": "Franz", "password": PASSWORD})
    assert client.get(scene.path(S)).status_code == 404


def test_a_member_with_the_link_records_and_does_nothing_else_with_it(scene: Scene) -> None:
    client = scene.browser("member")
    client.get(scene.path("r/<str:code>/"))
    path, document = scene.path(f"{S}record/"), scene.written(record=scene.record(dreier("Kathi")))
    assert client.post(path, document, content_type="application/json").status_code == 403
    client.get(scene.path("t/<str:code>/"))
    client.get(scene.path("r/<str:code>/"))  # takes nothing away
    assert client.post(path, document, content_type="application/json").status_code == 200
    assert Entry.objects.get(pk=document["id"]).by is None
    for address in (f"{S}links/", f"{S}close/", f"{E}change/"):
        assert client.get(scene.path(address)).status_code == 403
    assert client.post(scene.path(f"{S}links/renew/"), scene.form(kind="record")).status_code == 403


def test_what_somebody_was_about_to_read_is_not_told_to_whoever_comes_next(scene: Scene) -> None:
    for address in (f"{M}remove/", f"{S}undo/"):
        client = scene.house.client("Anna")
        assert client.post(scene.path(address), scene.form()).status_code == 302
        client.post("/sign-out/")
        page = client.get("/").content.decode()
        assert [name for name in scene.secrets if name in page] == []


# What is sent


JSON = {"content_type": "application/json"}


def test_scripts_are_answered_as_they_understand_it(scene: Scene) -> None:
    record, undo, redo = (scene.path(f"{S}{what}/") for what in ("record", "undo", "redo"))
    good, wrong = scene.record(dreier("Kathi")), scene.record(rufer("Lois", "Lois"))
    for path, document, status, key in (
        (record, scene.written(record=good), "200", "settlement"),
        (record, scene.written(record=wrong), "400", "problems"),
        (record, scene.written(record=good) | {"after": 1}, "409", "conflict"),
        (record, scene.written(record=good) | {"id": str(entry_of(scene.other))}, "409", "conflict"),
        (undo, scene.written(), "200", "said"),
        (redo, scene.written(), "200", "said"),
        (redo, scene.written() | {"after": 1}, "409", "conflict"),
        (scene.path(f"{S}preview/"), {"record": good}, "200", "settlement"),
        (scene.path(f"{S}preview/"), {"record": wrong}, "200", "problems"),
    ):
        for who in ("seated", "table link"):
            answer = scene.send(who, path, document)
            assert (answer.status, answer.response["Content-Type"]) == (status, "application/json"), path
            assert answer.response.json()[key]
            assert "no-store" in answer.response["Cache-Control"]
    live = scene.ask("read link", "get", scene.path(f"{S}live/"))
    assert live.response.json()["after"] == scene.sheet.seq
    tag = live.response["ETag"]
    assert (
        scene.ask("read link", "get", scene.path(f"{S}live/"), headers={"If-None-Match": tag}).status == "304"
    )
    assert scene.ask("nobody", "get", scene.path(f"{S}live/"), headers={"If-None-Match": tag}).status == "404"


@pytest.mark.parametrize("what", ["record", "preview", "undo", "redo"])
def test_what_no_script_sends_is_a_bad_request_after_the_question_who_asks(scene: Scene, what: str) -> None:
    path = scene.path(f"{S}{what}/")
    bodies: list[str] = ["", "[]", "null", "{", "[" * 9999, "x" * 100_001]
    if what != "preview":  # it looks at the record alone
        bodies += ["{}", '{"id": 5, "after": 1}', '{"id": "x", "after": 1}', f'{{"id": "{uuid4()}"}}']
    for body in bodies:
        for kind in ("application/json", "text/plain", "multipart/form-data; boundary=b"):
            assert scene.ask("nobody", "post", path, body, content_type=kind).status == "404"
            answer = scene.ask("table link", "post", path, body, content_type=kind)
            assert (answer.status, answer.wrote) == ("400", False), (body[:20], kind)


def test_nothing_is_done_for_a_page_of_somebody_else(scene: Scene) -> None:
    for address, row in TABLE.items():
        how = JSON if row.script else {}
        for who in ("owner", "table link"):
            client = scene.browser(who, strict=True)
            answer = scene.ask_with(client, "post", scene.path(address), row.posted(scene), **how)
            assert (answer.status, answer.wrote) == ("403", False), f"{who}: {address}"
            assert scene.given_away(who, answer) == []


@pytest.mark.parametrize("who", ["seated", "table link"])
def test_the_token_of_a_page_opens_its_own_forms_and_scripts(scene: Scene, who: str) -> None:
    client = scene.browser(who, strict=True)
    page = client.get(scene.path(f"{S}record/")).content.decode()
    token = re.findall('name="csrfmiddlewaretoken" value="([^"]+)"', page)[0]
    form = scene.form(csrfmiddlewaretoken=token)
    assert scene.ask_with(client, "post", scene.path(f"{S}undo/"), form).status == "302"
    sent = {"headers": {"X-CSRFToken": token}, **JSON}
    for what, further in (("record", {"record": scene.record(dreier("Kathi"))}), ("undo", {}), ("redo", {})):
        answer = scene.ask_with(client, "post", scene.path(f"{S}{what}/"), scene.written(**further), **sent)
        assert (answer.status, answer.wrote) == ("200", True)


# What somebody could try who may do a little


@pytest.mark.parametrize("who", ["owner", "seated", "table link", "read link"])
def test_an_entry_of_another_sheet_is_as_unknown_as_none_at_all(scene: Scene, who: str) -> None:
    mine, foreign, none = str(entry_of(scene.sheet)), str(entry_of(scene.other)), str(uuid4())
    for address in (one for one in OF_A_SHEET if one.startswith(H)):
        for method in ("get", "post"):
            pages = set()
            for entry in (foreign, none):
                answer = asked(scene, who, method, address, scene.path(address).replace(mine, entry))
                pages.add((answer.status, answer.text.replace(entry, "")))
            assert len(pages) == 1
            row = TABLE[address]
            never = (row.reading if method == "get" else row.writing) == ONLY_READ
            refused = row.writing.split()[list(WHO).index(who)] == "403"
            assert answer.status == ("405" if never else "403" if refused else "404")
    for key in ("at", "before"):
        documents = [{"record": scene.record(dreier("Kathi")), key: entry} for entry in (foreign, none)]
        answers = [scene.send(who, scene.path(f"{S}preview/"), document) for document in documents]
        assert answers[0].text == answers[1].text
        assert {one.status for one in answers} == {"403" if who == "read link" else "400"}


# Records that name Nandl and Otto, who sit at the other table.
FOREIGN = {
    "declarer": dreier("Nandl"),
    "partner": rufer("Emil", "Nandl"),
    "kontra": hand("piccolo", "Emil", tricks=1, kontras={"Nandl": "re"}),
    "order": hand("trischaken", "Emil", order=[["Nandl"], ["Otto"]]),
    "count": hand("trischaken", "Emil", count={"Nandl": "70"}),
    "premium": rufer("Emil", "Mitzi") | {"premiums": [{"premium": "pagat", "by": "Nandl", "made": True}]},
    "renonce": rufer("Emil", "Mitzi") | {"revoke": {"by": "Nandl", "claims": {"Otto": 1}}},
    "dealer": dealer("Nandl"),
    "seated": seating("Emil", "Kathi", "Lois", "Nandl", dealer="Emil"),
    "seated twice": seating("Emil", "Kathi", "Nandl", "Nandl", dealer="Otto"),
}


def test_a_phone_with_the_link_learns_no_names_by_trying_ids(scene: Scene) -> None:
    for is_open in (True, False):
        if not is_open:
            close(scene)
        for what, named in FOREIGN.items() if is_open else [("closed", FOREIGN["declarer"])]:
            record = scene.record(named)
            answers = [
                scene.send("table link", scene.path(f"{S}record/"), scene.written(record=record)),
                scene.send("table link", scene.path(f"{S}preview/"), {"record": record}),
            ]
            for address, step in product((f"{H}correct/", f"{H}insert/"), ("look", "edit", "save")):
                form = scene.form(record=json.dumps(record), step=step)
                answers.append(scene.ask("table link", "post", scene.path(address), form))
            for answer in answers:
                told = [name for name in ("Nandl", "Otto") if name in answer.text]
                assert (answer.wrote, told) == (False, []), f"{what}: {answer.response.request['PATH_INFO']}"


def test_members_seat_anybody_of_the_evening_but_nobody_of_another(scene: Scene) -> None:
    record = scene.record(FOREIGN["seated"])
    assert scene.send("seated", scene.path(f"{S}record/"), scene.written(record=record)).status == "200"
    elsewhere = scene.house.sheet(("Emil", "Wastl", "Xaver", "Zenzi"))
    known = ids(scene.sheet)
    foreign = record | {"players": [*record["players"][:3], ids(elsewhere)["Xaver"]], "dealer": known["Emil"]}
    for who in ("owner", "seated", "table link"):
        answer = scene.send(who, scene.path(f"{S}record/"), scene.written(record=foreign))
        assert (answer.status, answer.wrote) == ("400", False)
        assert "Xaver" not in answer.text


def test_nobody_of_another_club_or_evening_is_seated_by_a_form(scene: Scene) -> None:
    franz = scene.house.other.members.get(name="Franz").pk
    gustl = scene.house.member("Gustl").pk
    theirs = scene.house.sheet(evening=scene.house.evening(club=scene.house.other))
    stranger = ids(theirs)["Bert"]  # a guest there
    for code in (f"m{franz}", f"m{gustl}", f"p{stranger}", "p0", "m", "x1", f"m{10**30}"):
        for address in (f"{E}tables/new/", "clubs/<slug:slug>/play/", f"{S}seating/"):
            row = TABLE[address]
            posted = {**row.posted(scene), "who_2": code, "name_2": "", "anyway": "1"}
            answer = scene.ask("owner", "post", scene.path(address), posted)
            assert (answer.status, answer.wrote) == ("200", False), (address, code)
            assert "Franz" not in answer.text


def test_an_evening_is_found_in_its_own_club_only(scene: Scene) -> None:
    alone = recording.just_play(
        actor=scene.house["Anna"],
        deed=uuid4(),
        club=scene.house.club,
        rules="standard",
        people=[recording.Person(name=name) for name in ("Emil", "Wastl", "Xaver", "Zenzi")],
        high_card=0,
    )
    for address in (one for one in TABLE if one.startswith(E)):
        row, path = TABLE[address], scene.path(address)
        for method in ("get", "post"):
            theirs = path.replace(scene.house.club.slug, scene.house.other.slug)
            answer = scene.ask("stranger", method, theirs, row.posted(scene))
            wanted = "405" if method == "post" and row.writing == ONLY_READ else "404"
            assert (answer.status, answer.wrote) == (wanted, False)
            assert scene.given_away("stranger", answer) == []
        spontaneous = re.sub("evenings/[0-9]+", f"evenings/{alone.evening_id}", path)
        # No page of its own but the settling, with the file of the whole evening.
        has = address.startswith((f"{E}settling/", f"{E}what-if/", f"{E}export/"))
        assert scene.ask("owner", "get", spontaneous).status == ("200" if has else "404"), address


# While the answer is on its way


def close(scene: Scene) -> None:
    recording.close_sheet(actor=scene.house["Anna"], deed=uuid4(), sheet=scene.sheet)


def close_the_evening(scene: Scene) -> None:
    recording.close_evening(actor=scene.house["Anna"], deed=uuid4(), evening=scene.evening)


def renew_the_link(scene: Scene) -> None:
    renew(scene, "record")


def dismiss_the_scorer(scene: Scene) -> None:
    cilli = scene.house.member("Cilli")
    people.dismiss(actor=scene.house["Anna"], deed=uuid4(), member=cilli, role=Role.SCORER)


def deactivate_the_scorer(scene: Scene) -> None:
    people.deactivate_member(actor=scene.house["Anna"], deed=uuid4(), member=scene.house.member("Cilli"))


@pytest.mark.parametrize(
    ("meanwhile", "who", "wanted"),
    [
        (close, "table link", "409"),
        (close, "scorer", "409"),
        (close_the_evening, "table link", "409"),
        (renew_the_link, "table link", "403"),
        (dismiss_the_scorer, "scorer", "403"),
        (deactivate_the_scorer, "scorer", "403"),
    ],
)
def test_whoever_loses_the_right_between_the_question_and_the_writing_writes_nothing(
    scene: Scene,
    monkeypatch: pytest.MonkeyPatch,
    meanwhile: Callable[[Scene], None],
    who: str,
    wanted: str,
) -> None:
    def visit_and_lose(*asked: Any) -> at_the_table.Visit:
        here = at_the_table.visit(*asked)
        meanwhile(scene)
        return here

    monkeypatch.setattr(elsewhere, "visit", visit_and_lose)
    for what in ("record", "undo", "redo"):
        document = scene.written(record=scene.record(dreier("Kathi")))
        answer = scene.send(who, scene.path(f"{S}{what}/"), document)
        assert (answer.status, answer.entries) == (wanted, 0)


# Clubs


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_club_that_exists_and_one_that_does_not_look_the_same(house: House, method: str) -> None:
    for name in ("Franz", "Gustl", ""):
        pages = []
        for slug in (house.club.slug, "there-is-no-such-club"):
            for rest in ("settings/", "members/new/", "evenings/new/", "play/"):
                response = getattr(house.client(name), method)(f"/clubs/{slug}/{rest}")
                page = re.sub("[A-Za-z0-9]{64}", "", response.content.decode().replace(slug, ""))
                pages.append((response.status_code, page))
        assert [status for status, _ in pages] == [404] * 8
        assert pages[:4] == pages[4:]


def test_nobody_is_offered_to_sign_in_where_nothing_is_found(house: House) -> None:
    path = f"/clubs/{house.club.slug}/"
    page = house.client("").get(path).content.decode()
    assert f'href="/sign-in/?next={path}"' in page
    assert "sign-in" not in house.client("Franz").get(path).content.decode()


def test_members_of_other_clubs_are_not_found_through_the_own_club(house: House) -> None:
    bert = house.member("Bert")
    response = house.client("Franz").get(f"/clubs/{house.other.slug}/members/{bert.pk}/")
    assert response.status_code == 404
    assert "Bert" not in response.content.decode()


def test_members_do_not_see_who_has_an_account_or_left(house: House) -> None:
    page = house.client("Emil").get(f"/clubs/{house.club.slug}/members/").content.decode()
    assert "Gustl" not in page
    assert "mit Konto" not in page
    assert "Hilda" in page


def test_passwords_are_right_in_this_house(house: House) -> None:
    assert house.client("").post("/sign-in/", {"name": "emil", "password": PASSWORD}).status_code == 302
