"""The club of the tests on access: everybody who can come by, and something of everything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from http.cookies import SimpleCookie
from typing import ClassVar
from uuid import UUID, uuid4

from django.apps import apps
from django.test import Client

from scoring import clock
from scoring.accounts import verbs as people
from scoring.accounts.second_factor import checksum_of
from scoring.clubs.guests.pages import only_in_lists
from scoring.coming.verbs import say_coming
from scoring.engine.loading import resolved
from scoring.engine.money import Payment
from scoring.evenings import verbs as evening_verbs
from scoring.evenings.payments import settle_payments
from scoring.models import Account, Evening, Member, OldPerson, PhoneCode, SecondFactor, Sheet
from scoring.models.sharing import OF_A_CLUB, Sharing
from scoring.rule_editor import verbs as house_rules
from scoring.rule_editor.draft import SheetDraft
from scoring.rules import read
from scoring.season.verbs import name_season
from scoring.server.error_reports import keep
from scoring.server.imprint import OperatorLines, change_imprint
from scoring.sharing import verbs as sharing_verbs
from scoring.table import confirmations
from scoring.table import links as table_links
from scoring.table import verbs as recording
from scoring.table.links import Kind, code_of
from scoring.table.other_versions import keep_other_version
from scoring.table_policy import Actor
from tests.support.scoring.evenings import form as seated_like
from tests.support.scoring.house import HOUSE, PASSWORD, House, ids, in_ids, now
from tests.support.scoring.house_rules import dearer, own, save
from tests.support.scoring.old_papers import old_amounts, old_hands
from tests.support.scoring.payments import open_payments
from tests.support.scoring.tables import REDEAL, Record, dreier, hand, rufer
from tests.support.stages import Stage
from tests.support.tournaments.series import only_on_a_list
from tests.support.visitors import IN_THE_CLUB, JSON, OUTSIDE, Answer, Visitors

# Everybody who can come by. Emil sits at the table in question, Ignaz at none; the links belong to browsers
# in which nobody is signed in.
WHO = {**IN_THE_CLUB, "table link": "", "read link": "", **OUTSIDE}
LINKS: dict[str, tuple[str, Kind]] = {"table link": ("t", "record"), "read link": ("r", "read")}

M = "clubs/<slug:slug>/members/<int:pk>/"
G = "clubs/<slug:slug>/guests/<int:pk>/"
E = "clubs/<slug:slug>/evenings/<int:pk>/"
R = "clubs/<slug:slug>/rules/"
OLD = "clubs/<slug:slug>/old-sheets/"
S = "sheets/<int:pk>/"
H = f"{S}hands/<uuid:entry>/"
EDIT = f"{R}<slug:own>/edit/"


@dataclass(frozen=True)
class Scene(Visitors):
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

    who: ClassVar = WHO

    def names(self) -> set[str]:
        return {*super().names(), *Sheet.objects.values_list("name", flat=True), "Sonnwendblatt"}

    @property
    def kathi(self) -> str:
        """A guest at the table."""
        return ids(self.sheet)["Kathi"]

    def at(self, sheet: Sheet) -> Scene:
        """The same with another table in question."""
        return replace(self, sheet=sheet)

    def path(self, address: str) -> str:
        """An address with what is there; only what stands in it is looked up."""
        found = in_the_editor(address)
        for place, value in self.places(address).items():
            if place in found:
                found = found.replace(place, value())
        return f"/{found}"

    def places(self, address: str) -> dict[str, Callable[[], str]]:
        """Return the values that an address leaves open, in order."""
        number, club = self.number(address), self.house.club
        return {
            "rules/<slug:slug>": lambda: "rules/standard",
            "try/<slug:key>": lambda: "try/standard",
            "try/<str:key>": lambda: "try/standard",
            "examples/<slug:key>": lambda: "examples/dreier",
            "handbook/<slug:slug>": lambda: "handbook/players",
            "<slug:slug>": lambda: club.slug,
            "old-sheets/<int:pk>": lambda: f"old-sheets/{number()}",
            "sheets/<int:pk>": lambda: f"sheets/{self.sheet.pk}",
            "names/<str:key>": lambda: f"names/{next(iter(only_in_lists(club)))}",
            "guests/<int:pk>": lambda: f"guests/{self.kathi}",
            "<int:pk>": lambda: str(number()),
            "<slug:own>": lambda: "sonnwendblatt",
            "<int:edition>": lambda: "1",
            "<uuid:entry>": lambda: str(entry_of(self.sheet)),
            "<int:payment>": lambda: str(self.evening.settled_payments.get().pk),
            "<str:token>": lambda: self.token,
            "<str:digest>": lambda: "0" * 64,
            "<str:object_id>": lambda: first_of_register(address),
            "<str:code>": lambda: self.code(address),
        }

    def number(self, address: str) -> Callable[[], int]:
        """What it is that has one in this address."""
        if "/old-sheets/people/" in address:
            return lambda: OldPerson.objects.get(member=None).pk
        if "/old-sheets/" in address:
            return lambda: self.house.club.old_batches.earliest("pk").pk
        if "/seasons/" in address:
            return lambda: self.house.club.named_seasons.get().pk
        if "/sharing/" in address:
            return lambda: self.shared(address).pk
        if "/members/" in address or "/season/" in address:
            return lambda: self.hilda.pk
        return lambda: (self.past if address == f"{E}reopen/" else self.evening).pk

    def shared(self, address: str) -> Sharing:
        shown = {
            "s/<str:code>/people/": "evening",
            "s/<str:code>/preview.png": "evening",
            "s/<str:code>/calendar.ics": "calendar",
            "s/<str:code>/results.atom": "results",
            "s/<str:code>/coming/": "coming",
        }
        what = next((what for begin, what in shown.items() if address.startswith(begin)), "standings")
        return self.house.club.sharings.get(what=what)

    def code(self, address: str) -> str:
        """What a link begins with says whose it is."""
        whose = address.partition("/")[0]
        if whose == "rules":
            return house_rules.code_of(self.house.club.rulesets.get(slug="sonnwendblatt"))
        if whose == "s":
            return self.shared(address).code
        kinds: dict[str, Kind] = {"t": "record", "r": "read"}
        if whose in kinds:
            return code_of(self.sheet, kinds[whose])
        return {"setup": people.setup_code(), "phone": PHONE_CODE}.get(whose, "")

    def send(self, who: str, path: str, document: Record) -> Answer:
        """Posted as the scripts of the pages do."""
        return self.ask(who, "post", path, document, **JSON)

    def form(self, **fields: str) -> dict[str, str]:
        """Return the fields of every form, and this one's own."""
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
        """Return a seating in which everybody stays, and the third one deals."""
        there = self.evening.names()
        names = [there[player] for player in self.sheet.state.players]
        return seated_like(self.sheet, *names, dealer=names[2])


PHONE_CODE = "abcd-efgh-ijkm-npqr"  # shown by somebody with a second factor
OWN = "stammtischregeln"  # the club's own rule sheet


def in_the_editor(address: str) -> str:
    """An address of the editor of that sheet."""
    if not address.startswith(EDIT):
        return address
    return address.replace("<slug:own>", OWN)


def first_of_register(address: str) -> str:
    """The first row of the register that the address belongs to."""
    if not address.endswith("<str:object_id>/"):
        return ""
    model = apps.get_model("scoring", address.split("/")[1])
    return str(model._default_manager.order_by("pk").values_list("pk", flat=True)[0])


def entry_of(sheet: Sheet) -> UUID:
    return sheet.entries.order_by("seq").values_list("pk", flat=True)[0]


def show_phone_code(account: Account) -> None:
    """Let a code that signs in another phone hold for as long as the tests last."""
    first = Client()
    first.force_login(account)
    PhoneCode.objects.create(
        account=account,
        session_id=first.session.session_key,
        checksum=checksum_of(PHONE_CODE),
        made_at=clock.now() + timedelta(days=366),
    )


def renew(scene: Scene, kind: Kind) -> None:
    table_links.renew_link(actor=scene.house["Anna"], deed=uuid4(), sheet=scene.sheet, kind=kind)


def prepared_scene(house: House) -> Scene:
    """An evening, and something of everything that has an address."""
    anna, club = house["Anna"], house.club
    people.add_members(actor=anna, deed=uuid4(), club=club, names=["Ignaz"])
    house.enter("Ignaz", house.member("Ignaz"), by=anna)
    evening, past = (
        house.evening(venue=venue, confirmation=venue == "Sonnenwirt")
        for venue in ("Sonnenwirt", "Mondscheinwirt")
    )
    sheet = house.sheet(("Emil", "Kathi", "Lois", "Mitzi"), evening=evening, name="Stammtisch")
    other = house.sheet(("Bert", "Nandl", "Otto", "Poldi"), evening=evening, name="Fensterplatz")
    closed = house.sheet(("Emil", "Sepp", "Toni", "Urschi"), evening=evening, name="Hinterzimmer")
    house.play(sheet, rufer("Emil", "Mitzi"), by="Cilli")
    house.play(other, rufer("Bert", "Poldi"))
    trull = {"premium": "trull", "by": "Emil", "made": True}
    in_kontra = hand("rufer", "Emil", partner="Urschi", won=True, kontra="kontra")
    house.play(closed, in_kontra | {"premiums": [trull]})
    lost = in_ids(sheet, rufer("Emil", "Mitzi", won=False))
    first = sheet.entries.get()
    keep_other_version(actor=Actor(anna), version=uuid4(), of=first, record=lost, seen_seq=0)
    house.play(sheet, dreier("Kathi"))
    recording.undo(actor=Actor(anna), entry=uuid4(), sheet=sheet, known_seq=2)
    for table in (sheet, other, closed):
        house.tap(confirmations.object_to, table, table.entries.get(seq=1), one_of(table, 1))
    house.play(closed, REDEAL)
    evening_verbs.close_sheet(actor=anna, deed=uuid4(), sheet=closed)
    settle_payments(actor=anna, deed=uuid4(), evening=evening, payments=_first_payment(evening))
    evening_verbs.close_evening(actor=anna, deed=uuid4(), evening=past)
    ruleset = own(house, "Sonnwendblatt")
    save(house, ruleset, dearer(6))
    house_rules.show_sheet(actor=house["Anna"], deed=uuid4(), ruleset=ruleset, shown=True)
    data = {**resolved("treffpunkt", read), "label": "Stammtischregeln"}
    house_rules.begin_sheet(actor=anna, deed=uuid4(), club=club, draft=SheetDraft(data), origin="treffpunkt")
    another = Account.objects.create(name="Quirin", key="quirin", made_at=clock.now())
    SecondFactor.objects.create(account=another, secret="S", made_at=clock.now())
    show_phone_code(another)
    change_imprint(house["Anna"], uuid4(), lines=OperatorLines(who="Runde", email="runde@example.org"))
    keep("0" * 8, "scoring.clock, 24 (now)", "KeyError", "GET sheets/<int:pk>/")
    for password in (PASSWORD, "wrong"):
        Client().post("/sign-in/", {"name": "Anna", "password": password})
    sharing_verbs.share_standings(actor=anna, deed=uuid4(), club=club, period="")
    days = {"since": date(2025, 1, 1), "until": date(2025, 12, 31)}
    name_season(actor=anna, deed=uuid4(), club=club, name="Spieljahr 2025", **days)
    sharing_verbs.share_evening(actor=anna, deed=uuid4(), evening=evening)
    for what in OF_A_CLUB:
        sharing_verbs.share_feed(actor=anna, deed=uuid4(), club=club, what=what)
    say_coming(actor=anna, deed=uuid4(), evening=evening, member=house.member("Hilda"), says="perhaps")
    old_amounts(house)
    old_hands(house)
    only_on_a_list(house)
    hilda = house.member("Hilda")
    people.rename_member(actor=anna, deed=uuid4(), member=hilda, name="Hilda", also=["Hilde"])
    token = people.invite(actor=anna, deed=uuid4(), member=hilda)
    cookies = {who: house.client(name).cookies for who, name in WHO.items()}
    for who, (letter, kind) in LINKS.items():
        client = Client()
        for table in (sheet, closed):
            client.get(f"/{letter}/{code_of(table, kind)}/")
        cookies[who] = client.cookies
    return Scene(house, evening, past, now(sheet), now(other), now(closed), hilda, token, cookies)


def _first_payment(evening: Evening) -> tuple[Payment, ...]:
    """A payment of Emil, as his table stands."""
    emil = str(evening.participants.get(member__name="Emil").pk)
    left = open_payments(evening)
    return next((one,) for one in left if emil in (one.payer, one.payee))


def one_of(sheet: Sheet, number: int) -> str:
    """Somebody of the first four, by name."""
    return sheet.evening.names()[sheet.players[number]]


SCENE = Stage("scene", prepared_scene, on=HOUSE)
scene = SCENE.fixture()
