"""Who gets what of a tournament: the visitors, and a tournament with something of everything."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, ClassVar
from uuid import UUID, uuid4

import pytest
from django.test import Client

from scoring import clock
from scoring.accounts import verbs as people
from tests.support.scoring.house import HOUSE, House
from tests.support.stages import stage
from tests.support.tournaments.playing import Hands, Playing, code_of_card, hand, opened
from tests.support.tournaments.series import counted_in_a_series, with_a_final
from tests.support.visitors import IN_THE_CLUB, OUTSIDE, Answer, Row, Visitors, in_every_format, rows_of
from tournaments.duties import give_duty
from tournaments.engine.seating import draw, draw_all
from tournaments.engine.terms import CUP, PLAY_MONEY
from tournaments.entrants.registration.codes import code_at_the_door
from tournaments.entrants.registration.codes import code_of as code_of_signup
from tournaments.models import (
    Call,
    Duty,
    Entrant,
    Leaving,
    Lot,
    Opening,
    Preset,
    Prize,
    Round,
    Series,
    Signup,
    Table,
    Tournament,
)
from tournaments.planning import verbs as planning
from tournaments.series.verbs import show_series

# Everybody who can come by. Emil sits at table 1, Ignaz at none. The cards belong to phones where nobody is
# signed in: one has scanned that of table 1, one that of table 2, one that of a table of another tournament.
WHO = {**IN_THE_CLUB, "card": "", "other card": "", "card elsewhere": "", **OUTSIDE}


CARDS = ("card", "other card", "card elsewhere")


@dataclass(frozen=True)
class Scene(Visitors):
    """A tournament: round 1 is closed, round 2 runs at two tables, round 3 is drawn, 4 is at check-in."""

    playing: Playing
    elsewhere: Playing
    preset: Preset
    series: Series
    call: UUID
    lot: UUID
    leaving: UUID
    signup: Signup
    cookies: dict[str, SimpleCookie]
    moment: datetime  # of the day

    who: ClassVar = WHO

    @property
    def house(self) -> House:
        return self.playing.house

    def names(self) -> set[str]:
        titles = Tournament.objects.values_list("title", flat=True)
        return {*super().names(), *titles, self.preset.name, self.series.title}

    @cached_property
    def emil(self) -> Entrant:
        return Entrant.objects.get(tournament=self.playing.tournament, participant__member__name="Emil")

    def path(self, address: str, row: Row) -> str:
        playing = self.playing
        code = code_of_card(playing.tournament.pk, 1) if address.startswith("c/") else playing.tournament.code
        found = self.known | {
            "<int:number>": row.round,
            "<int:table>": self.table(row).pk if address.startswith(AT) else 1,
            "<str:code>": code,
        }
        for name, value in found.items():
            address = address.replace(name, str(value))
        assert "<" not in address, f"nothing stands for {address}"
        return f"/{address}"

    @cached_property
    def known(self) -> dict[str, object]:
        """What stands for a part of an address, whatever page it leads to."""
        return {
            "<slug:slug>": self.house.club.slug,
            "<int:pk>": self.playing.tournament.pk,
            "<int:entrant>": self.emil.pk,
            "<int:position>": 1,
            "<int:preset>": self.preset.pk,
            "<int:series>": self.series.pk,
            "<int:people_list>": self.series.counted.get(use="event", list__isnull=False).list_id,
            "<str:series_code>": self.series.code,
            "<str:person>": f"m{self.house.member('Emil').pk}",
            "<uuid:call>": self.call,
            "<uuid:lot>": self.lot,
            "<uuid:entry>": self.lot,  # taken off already
            "<uuid:leaving_id>": self.leaving,
            "<uuid:joined>": self.leaving,
            "<str:mine>": code_of_signup(self.signup),
            "<str:door>": code_at_the_door(self.playing.tournament.opening),
        }

    def table(self, row: Row) -> Table:
        """The first one of the round in question; phones know it by its id, people by its number."""
        return self.playing.table(1, round_=row.round)

    def form(self, **fields: str) -> dict[str, str]:
        """What every form brings along."""
        return {"deed": str(uuid4()), "reason": "vertan", **fields}

    def participant(self, name: str) -> str:
        return self.playing.ids()[name]


C = "clubs/<slug:slug>/tournaments/"
S = f"{C}series/<int:series>/"
E = f"{C}lists/<int:people_list>/"
T = f"{C}<int:pk>/"
R = f"{T}rounds/<int:number>/"
P = "tournaments/<str:code>/"
AT = f"{P}tables/<int:table>/"
SAID = tomllib.loads((Path(__file__).parents[2] / "tournaments" / "access.toml").read_text("utf-8"))
ONLY_READ = ONLY_WRITTEN = SAID["answers"]["only read"]


def drawn(scene: Scene) -> dict[str, Any]:
    """Two people of the drawn round, from two tables."""
    seats = [table.seats[0] for table in scene.playing.round(3).tables.all()]
    return {**scene.form(), "seats": seats}


def written(**further: Any) -> Callable[[Scene], dict[str, Any]]:
    """As the scripts send it."""
    return lambda scene: {"id": str(uuid4()), **further}


# What is posted where it is not known before.
POSTED: dict[str, Callable[[Scene], dict[str, Any]]] = {
    f"{T}duties/end/": lambda scene: scene.form(member=str(scene.house.member("Dora").pk), kind="arbiter"),
    f"{T}registration/strike/": lambda scene: scene.form(signup=str(scene.signup.pk)),
    f"{R}draw/swap/": drawn,
}
# The same, sent by a script.
SENT = {f"{AT}dealt/": written(dealt=True), f"{AT}hand-in/": written()}


def row(address: str, reading: str, writing: str = "only read", form: Any = None, number: int = 2) -> Row:
    posted = SENT.get(address) or POSTED.get(address) or (lambda scene: scene.form(**(form or {})))
    answers = SAID["answers"][reading], SAID["answers"][writing]
    return Row(*answers, posted, number, script=address in SENT)


TABLE = in_every_format(rows_of(SAID["pages"], row))
SHOWN = in_every_format(
    dict.fromkeys([*(f"{P}{page}" for page in SAID["shown"]), f"{R}seating/"], SAID["answers"]["everybody"])
)


KINDS_OF_ADDRESSES = {
    "prizes": f"{R}prizes/",
    "rounds": R,
    "disputes": f"{T}disputes/",
    "people": f"{T}people/",
    "prizes overall": f"{T}prizes/",
    "tournaments": T,
    "clubs": C,
    "tables": AT,
    "others": "",
}


def kind_of(address: str) -> str:
    return next(kind for kind, before in KINDS_OF_ADDRESSES.items() if address.startswith(before))


def answer_to(scene: Scene, who: str, method: str, address: str, path: str = "") -> Answer:
    """Let somebody read the page, or write what the table says."""
    row = TABLE[address]
    sent = {"posted": row.posted(scene), **row.how} if method == "post" else {}
    return scene.ask_again(who, method, path or scene.path(address, row), **sent)


BEGINS = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)


@stage(on=HOUSE)
def tournament_scene(house: House) -> Scene:
    """A tournament by a clock of its own, which the fixture goes by, too."""
    return prepared_scene(house)


def prepared_scene(house: House) -> Scene:
    watch = Hands(BEGINS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "now", lambda: watch.moment)
        return _prepared(house, watch)


def _prepared(house: House, watch: Hands) -> Scene:
    anna, club = house["Anna"], house.club
    house.do(people.add_members, by="Anna", club=club, names=["Ignaz"])
    house.enter("Ignaz", house.member("Ignaz"), by=anna)
    preset = house.do(planning.save_preset, by="Anna", club=club, name="Sonnwende", rules="cup", terms=CUP)
    playing = opened(house, title="Sonnwendturnier", terms=replace(PLAY_MONEY, rounds=4))
    playing.do(give_duty, by="Anna", name="Dora", kind=Duty.Kind.ARBITER)
    tables = [("Emil", "Kathi", "Lois", "Mitzi"), ("Nandl", "Otto", "Poldi", "Sepp")]
    playing.register([name for table in tables for name in table])
    playing.begin(1, tables=tables)
    for number, (declarer, partner, *_others) in enumerate(tables, 1):
        playing.play(number, hand(declarer, partner))
    watch.forward(minutes=31)
    playing.close(1)
    playing.begin(2, tables=tables)
    for number in (3, 4):
        Round.objects.create(tournament=playing.tournament, number=number)
        playing.check_in(number)
    playing.draw(3)
    tournament = Tournament.objects.get(pk=playing.tournament.pk)
    call, lot, leaving = uuid4(), uuid4(), uuid4()
    Call.objects.create(id=call, table=playing.table(1, round_=2), at=watch.moment)
    by = {"by": house.member("Dora"), "at": watch.moment}
    Lot.objects.create(id=lot, tournament=tournament, round=playing.round(1), about="rank", order=[], **by)
    leaves = {"table": playing.table(1, round_=2), "entrant": playing.entrant("Mitzi"), "ranked": "balance"}
    Leaving.objects.create(id=leaving, **leaves, **by)
    for round_ in (None, playing.round(1), playing.round(2)):
        if not Prize.objects.filter(tournament=tournament, round=round_, position=1).exists():
            Prize.objects.create(tournament=tournament, round=round_, position=1, name="Schinken")
    Opening.objects.create(tournament=tournament)
    signup = Signup.objects.create(
        tournament=tournament, name="Vroni", comes_from="Steyr", words="Fensterplatz", at=watch.moment
    )
    elsewhere = opened(house, title="Anderswoturnier", terms=PLAY_MONEY)
    elsewhere.register(["Rosl", "Sali", "Toni", "Urschi"])
    elsewhere.begin(1)
    series = playing.do(show_series, series=with_a_final(playing, counted_in_a_series(playing)), public=True)
    cookies = {who: house.client(name).cookies for who, name in WHO.items()}
    cards = ((tournament.pk, 1), (tournament.pk, 2), (elsewhere.tournament.pk, 1))
    for who, card in zip(CARDS, cards, strict=True):
        client = Client()
        client.get(f"/c/{code_of_card(*card)}/")
        cookies[who] = client.cookies
    return Scene(playing, elsewhere, preset, series, call, lot, leaving, signup, cookies, watch.moment)


def weigh_few_swaps(monkeypatch: pytest.MonkeyPatch) -> None:
    """How well a draw mixes people is no matter of who may draw."""
    for search in (draw, draw_all):
        monkeypatch.setitem(search.__kwdefaults__, "effort", 200)


@pytest.fixture
def scene(tournament_scene: Scene, watch: Hands, monkeypatch: pytest.MonkeyPatch) -> Scene:
    weigh_few_swaps(monkeypatch)
    watch.moment = tournament_scene.moment
    return tournament_scene
