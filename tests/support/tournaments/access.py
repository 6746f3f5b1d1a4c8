"""Who gets what of a tournament: the visitors, and a tournament with something of everything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from http.cookies import SimpleCookie
from typing import Any, ClassVar, NamedTuple
from uuid import UUID, uuid4

import pytest
from django.test import Client

from scoring import clock
from scoring.accounts import verbs as people
from scoring.models import Evening, Participant
from tests.support.scoring.house import HOUSE, House
from tests.support.stages import Stage
from tests.support.tournaments.final import with_a_final
from tests.support.tournaments.people import code_of_card
from tests.support.tournaments.playing import Hands, Playing, opened
from tests.support.tournaments.series import counted_in_a_series
from tests.support.visitors import JSON, Answer, Visitors, in_every_format
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
WHO = {
    "owner": "Anna",
    "director": "Bert",
    "scorer": "Cilli",
    "arbiter": "Dora",
    "seated": "Emil",
    "member": "Ignaz",
    "card": "",
    "other card": "",
    "card elsewhere": "",
    "deactivated": "Gustl",
    "stranger": "Franz",
    "nobody": "",
}


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
        return {
            self.house.club.name,
            *self.house.club.members.values_list("name", flat=True),
            *Participant.objects.values_list("guest", flat=True),
            *Evening.objects.values_list("place", flat=True),
            *Tournament.objects.values_list("title", flat=True),
            self.preset.name,
            self.series.title,
        }

    @cached_property
    def emil(self) -> Entrant:
        return Entrant.objects.get(tournament=self.playing.tournament, participant__member__name="Emil")

    def path(self, address: str, row: Row) -> str:
        playing = self.playing
        code = code_of_card(playing.tournament.pk, 1) if address.startswith("c/") else playing.tournament.code
        found = {
            "<slug:slug>": self.house.club.slug,
            "<int:pk>": playing.tournament.pk,
            "<int:number>": row.round,
            "<int:table>": self.table(row).pk if address.startswith(AT) else 1,
            "<int:entrant>": self.emil.pk,
            "<int:position>": 1,
            "<int:preset>": self.preset.pk,
            "<int:series>": self.series.pk,
            "<int:end_table>": self.series.events.get(end_table__isnull=False).end_table_id,
            "<str:series_code>": self.series.code,
            "<int:group>": self.series.groups.get(use="ranked").group_id,
            "<str:person>": f"m{self.house.member('Emil').pk}",
            "<uuid:call>": self.call,
            "<uuid:lot>": self.lot,
            "<uuid:entry>": self.lot,  # taken off already
            "<uuid:leaving_id>": self.leaving,
            "<uuid:joined>": self.leaving,
            "<str:code>": code,
            "<str:mine>": code_of_signup(self.signup),
            "<str:door>": code_at_the_door(playing.tournament.opening),
        }
        for name, value in found.items():
            address = address.replace(name, str(value))
        assert "<" not in address, f"nothing stands for {address}"
        return f"/{address}"

    def table(self, row: Row) -> Table:
        """The first one of the round in question; phones know it by its id, people by its number."""
        return self.playing.table(1, round_=row.round)

    def form(self, **fields: str) -> dict[str, str]:
        """What every form brings along."""
        return {"deed": str(uuid4()), "reason": "vertan", **fields}

    def participant(self, name: str) -> str:
        return self.playing.ids()[name]


class Row(NamedTuple):
    """The answers to GET and HEAD, those to POST, what is posted, and the round it is asked of."""

    reading: str
    writing: str
    posted: Callable[[Scene], dict[str, Any]] = lambda scene: scene.form()
    round: int = 2
    script: bool = False

    @property
    def how(self) -> dict[str, str]:
        """It is sent."""
        return JSON if self.script else {}


def posts(**fields: str) -> Callable[[Scene], dict[str, Any]]:
    return lambda scene: scene.form(**fields)


# The answers to everybody, in that order. 405: the page is only read, or only written. 302: done, or led on.
#                  owner            seated           cards        deactivated   nobody
EVERYBODY = "      200 200 200 200  200 200     200 200 200    200 200 200"
LED_ON = "         302 302 302 302  302 302     302 302 302    302 302 302"
ONLY_READ = "      405 405 405 405  405 405     405 405 405    405 405 405"
ONLY_WRITTEN = ONLY_READ
NO_MORE = "        404 404 404 404  404 404     404 404 404    404 404 404"
IN_THE_CLUB = "    200 200 200 200  200 200     404 404 404    404 404 404"
CLUB_LED_ON = "    302 302 302 302  302 302     404 404 404    404 404 404"
DIRECTING = "      200 200 403 403  403 403     404 404 404    404 404 404"
DIRECTING_DOES = " 302 302 403 403  403 403     404 404 404    404 404 404"
RUNNING_IT = "     200 200 403 200  403 403     404 404 404    404 404 404"
RULING = "         403 403 403 200  403 403     404 404 404    404 404 404"
AT_THE_TABLE = "   200 200 403 200  403 403     200 404 404    404 404 404"
TABLE_DOES = "     302 302 403 302  403 403     302 404 404    404 404 404"
TABLE_REFUSED = " 400 400 403 400  403 403     400 404 404    404 404 404"
BACK_TO_THE_DRAW = DIRECTING_DOES  # a button's address, opened by itself
BACK_TO_THE_DESK = DIRECTING_DOES
NOBODY_OF_THIS_PHONE = " 400 400 400 400  400 400     400 400 400    400 400 400"
C = "clubs/<slug:slug>/tournaments/"
S = f"{C}series/<int:series>/"
E = f"{C}end-tables/<int:end_table>/"
T = f"{C}<int:pk>/"
R = f"{T}rounds/<int:number>/"
P = "tournaments/<str:code>/"
AT = f"{P}tables/<int:table>/"


def drawn(scene: Scene) -> dict[str, Any]:
    """Two people of the drawn round, from two tables."""
    seats = [table.seats[0] for table in scene.playing.round(3).tables.all()]
    return {**scene.form(), "seats": seats}


def written(**further: Any) -> Callable[[Scene], dict[str, Any]]:
    """As the scripts send it."""
    return lambda scene: {"id": str(uuid4()), **further}


def who_asks(scene: Scene) -> dict[str, Any]:
    return scene.form(signup=str(scene.signup.pk))


def dora_rules(scene: Scene) -> dict[str, Any]:
    return scene.form(member=str(scene.house.member("Dora").pk), kind="arbiter")


def anna_declines(scene: Scene) -> dict[str, Any]:
    return scene.form(person=f"m{scene.house.member('Anna').pk}")


# What everybody gets while the tournament is shown to everybody, and else only the club.
PUBLIC = f"""
    {P} {P}seating/ {P}result/ {P}standings/ {P}standings/embed/ {P}rounds/<int:number>/
    {P}standings/export/ {P}rounds/<int:number>/export/ {P}projector/ {P}clock/ {P}results/
""".split()
# Addresses by what everybody gets there; of what is written, with a form that has no fields of its own.
GETS = {
    (IN_THE_CLUB, ONLY_READ): f"""
        {C} {C}series/ {C}series/year/ {S} {S}export/ {S}people/<str:person>/ {S}teams/ {S}final/ {T}
        {C}series/year/results/ {S}results/ {C}series/history/
        {T}rounds/ {R}seating/ {R}standings/ {T}standings/ {T}day/ {T}export/ {T}tables/export/
        {R}standings/export/ {T}results/ {C}end-tables/ {E} {E}export/
    """,
    (DIRECTING, ONLY_READ): f"""
        {C}groups/ {S}certificates/ {T}people/ {T}registration/poster/ {T}cards/ {R}blank/ {T}certificates/
        {T}money/receipts/ {T}money/export/
    """,
    (RUNNING_IT, ONLY_READ): f"""
        {R}board/ {R}tables/<int:table>/repair/ {T}disputes/ {T}disputes/log/ {T}disputes/<uuid:call>/
        {T}disputes/export/
    """,
    # whoever has the link, or two numbers that count on
    (EVERYBODY, ONLY_READ): f"""
        series/<str:series_code>/ series/<str:series_code>/embed/ series/<str:series_code>/export/
        series/<str:series_code>/results/
        {P}registration/<str:mine>/ c/<str:code>/now/ {P}pulse/ {AT}pulse/ {AT}card/now/
        check/tarock-results-1.schema.json
    """,
    # what is written says too little, or something goes by it: the form comes again
    (DIRECTING, DIRECTING): f"""
        {C}new/ {C}groups/new/ {C}groups/<int:group>/ {C}groups/<int:group>/remove/ {C}series/new/
        {C}end-tables/write/ {C}end-tables/files/ {E}rename/ {S}settings/ {S}events/ {S}lots/
        {S}final/terms/ {S}remove/ {T}settings/ {T}people/register/ {T}wishes/ {T}sections/
        {T}registration/turn-away/ {R}close/
        {R}tables/<int:table>/reopen/ {R}tables/<int:table>/hands/
        {R}tables/<int:table>/result/take-back/ {R}tables/<int:table>/rules/ {R}tables/<int:table>/leave/
        {R}seats/ {R}exchange/
    """,
    (DIRECTING, DIRECTING_DOES): f"""
        {C}presets/<int:preset>/remove/ {S}final/remove/ {T}finish/ {T}cards/<int:table>/renew/ {R}ring/
        {E}remove/ {T}lots/ {T}lots/<uuid:lot>/withdraw/ {R}results/
    """,
    (ONLY_WRITTEN, DIRECTING_DOES): f"""
        {S}final/register/ {T}sections/undo/ {T}registration/close/ {T}registration/remove/
        {T}registration/renew-door/ {R}tables/<int:table>/allow/ {R}tables/<int:table>/close/
        {R}tables/<int:table>/paper/ {R}paper/ {R}tables/<int:table>/leave/<uuid:leaving_id>/undo/
        {R}tables/<int:table>/joined/<uuid:joined>/undo/ {T}money/<uuid:entry>/strike/
    """,
    (BACK_TO_THE_DESK, DIRECTING): f"""
        {T}reopen/ {T}people/import/ {T}sections/settings/ {T}registration/take-in/
    """,
}
TABLE = {
    **{address: Row(*gets) for gets, addresses in GETS.items() for address in addresses.split()},
    **{address: Row(IN_THE_CLUB, ONLY_READ) for address in PUBLIC},
    f"{C}presets/<int:preset>/": Row(DIRECTING, DIRECTING_DOES, posts(name="Neu")),
    f"{S}show/": Row(BACK_TO_THE_DESK, DIRECTING_DOES, posts(public="yes")),
    f"{S}brought/": Row(DIRECTING, DIRECTING, posts(lines="Anna; 3; Cup")),  # POST: from no page, likewise
    f"{S}lots/withdraw/": Row(ONLY_WRITTEN, DIRECTING_DOES, posts(lot=str(uuid4()))),  # told that it is gone
    f"{S}final/decline/": Row(ONLY_WRITTEN, DIRECTING_DOES, anna_declines),
    f"{T}duties/": Row(DIRECTING, DIRECTING_DOES, posts(name="Emil", kind="cashier")),
    f"{T}duties/end/": Row(ONLY_WRITTEN, DIRECTING_DOES, dora_rules),
    f"{T}show/": Row(BACK_TO_THE_DESK, DIRECTING_DOES, posts(public="yes")),
    f"{T}copy/": Row(DIRECTING, DIRECTING_DOES, posts(title="Noch einmal", date="2027-01-06")),
    f"{T}preset/": Row(DIRECTING, DIRECTING_DOES, posts(name="Neu")),
    f"{T}people/<int:entrant>/": Row(DIRECTING, DIRECTING_DOES, posts(act="withdraw")),
    f"{R}people/": Row(DIRECTING, DIRECTING_DOES, posts(name="Wastl"), round=4),
    f"{T}wishes/drop/": Row(ONLY_WRITTEN, DIRECTING_DOES, posts(wish="1")),  # told that it is gone
    f"{T}sections/divide/": Row(BACK_TO_THE_DESK, DIRECTING_DOES),
    f"{T}registration/": Row(DIRECTING, DIRECTING_DOES, posts(limit="40")),
    f"{T}registration/strike/": Row(ONLY_WRITTEN, DIRECTING_DOES, who_asks),
    "check/": Row(EVERYBODY, EVERYBODY),
    f"{P}registration/": Row(EVERYBODY, EVERYBODY),  # POST: with nothing in it
    f"{P}registration/<str:mine>/cancel/": Row(ONLY_WRITTEN, LED_ON),
    f"{P}door/<str:door>/": Row(EVERYBODY, NOBODY_OF_THIS_PHONE),
    f"{R}draw/": Row(DIRECTING, DIRECTING_DOES, posts(method="random"), round=3),
    f"{R}draw/all/": Row(
        BACK_TO_THE_DRAW, DIRECTING_DOES, posts(**{"all-rounds": "2", "all-method": "random"}), round=3
    ),
    f"{R}draw/ahead/": Row(BACK_TO_THE_DRAW, DIRECTING_DOES, posts(unpaid="anyway"), round=4),
    f"{R}draw/swap/": Row(BACK_TO_THE_DRAW, DIRECTING_DOES, drawn, round=3),
    f"{R}draw/publish/": Row(BACK_TO_THE_DRAW, DIRECTING_DOES, round=3),
    f"{R}draw/discard/": Row(DIRECTING, DIRECTING_DOES, round=3),
    "c/<str:code>/": Row(LED_ON, ONLY_READ),  # to the sheet, or to sign in
    R: Row(CLUB_LED_ON, ONLY_READ),
    f"{R}everybody-back/": Row(ONLY_WRITTEN, DIRECTING_DOES, round=4),
    f"{R}publish-and-start/": Row(ONLY_WRITTEN, DIRECTING_DOES, round=3),  # another one runs: to the draw
    f"{R}start/": Row(ONLY_WRITTEN, DIRECTING_DOES, round=3),
    f"{R}clock/": Row(ONLY_WRITTEN, DIRECTING_DOES, posts(do="pause")),
    f"{R}double/": Row(DIRECTING_DOES, DIRECTING_DOES),  # none is called here: back to the board
    f"{R}tables/<int:table>/": Row(DIRECTING, DIRECTING_DOES, posts(do="add", minutes="5")),
    f"{R}open-again/": Row(DIRECTING, DIRECTING, round=1),
    f"{T}disputes/<uuid:call>/permit/": Row(ONLY_WRITTEN, DIRECTING),  # POST: nobody named
    f"{T}disputes/<uuid:call>/ruling/": Row(RULING, RULING),
    f"{AT}call/": Row(AT_THE_TABLE, TABLE_REFUSED, posts(words="Renonce")),  # it has called already
    f"{AT}call/<uuid:call>/withdraw/": Row(ONLY_WRITTEN, TABLE_DOES),
    f"{R}certificates/": Row(DIRECTING, ONLY_READ, round=1),
    f"{R}lots/": Row(DIRECTING, DIRECTING_DOES, round=1),
    f"{T}money/": Row(DIRECTING, DIRECTING_DOES, posts(kind="in", name="Wechselgeld", cents="50")),
    f"{T}standings/export/": Row(NO_MORE, ONLY_READ),  # each round is ranked by itself
    # the bell has not rung
    f"{AT}dealt/": Row(ONLY_WRITTEN, TABLE_REFUSED, written(dealt=True), script=True),
    f"{AT}hand-in/": Row(ONLY_WRITTEN, TABLE_REFUSED, written(), script=True),
}
for _where, _round in ((T, 2), (R, 1)):
    TABLE |= {
        f"{_where}prizes/": Row(IN_THE_CLUB, ONLY_READ, round=_round),
        f"{_where}prizes/shares/": Row(DIRECTING, DIRECTING, round=_round),  # POST: with nothing in it
        f"{_where}prizes/add/": Row(ONLY_WRITTEN, DIRECTING_DOES, posts(name="Wein"), round=_round),
        f"{_where}prizes/<int:position>/": Row(DIRECTING, DIRECTING_DOES, posts(name="Speck"), round=_round),
        f"{_where}prizes/<int:position>/remove/": Row(ONLY_WRITTEN, DIRECTING_DOES, round=_round),
        f"{_where}prizes/<int:position>/choose/": Row(ONLY_WRITTEN, DIRECTING_DOES, round=_round),
        f"{_where}prizes/<int:position>/give/": Row(ONLY_WRITTEN, DIRECTING_DOES, round=_round),
        f"{_where}prizes/<int:position>/take-back/": Row(ONLY_WRITTEN, DIRECTING_DOES, round=_round),
        f"{_where}prizes/export/": Row(IN_THE_CLUB, ONLY_READ, round=_round),
    }

TABLE = in_every_format(TABLE)

SHOWN = in_every_format(dict.fromkeys([*PUBLIC, f"{R}seating/"], EVERYBODY))


def answer_to(scene: Scene, who: str, method: str, address: str, path: str = "") -> Answer:
    """Let somebody read the page, or write what the table says."""
    row = TABLE[address]
    sent = {"posted": row.posted(scene), **row.how} if method == "post" else {}
    return scene.ask_again(who, method, path or scene.path(address, row), **sent)


BEGINS = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)


def prepared_scene(house: House) -> Scene:
    """A tournament by a clock of its own, which the fixture goes by, too."""
    watch = Hands(BEGINS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "now", lambda: watch.moment)
        return _prepared(house, watch)


def _prepared(house: House, watch: Hands) -> Scene:
    anna, club = house["Anna"], house.club
    house.do(people.add_members, by="Anna", club=club, names=["Ignaz"])
    house.enter("Ignaz", house.member("Ignaz"), by=anna)
    preset = house.do(planning.save_preset, by="Anna", club=club, name="Sonnwende", rules="cup", terms=CUP)
    playing = opened(house, title="Sonnwendturnier", terms=PLAY_MONEY)
    playing.do(give_duty, by="Anna", name="Dora", kind=Duty.Kind.ARBITER)
    tables = [("Emil", "Kathi", "Lois", "Mitzi"), ("Nandl", "Otto", "Poldi", "Sepp")]
    playing.register([name for table in tables for name in table])
    playing.begin(1, tables=tables)
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


TOURNAMENT_SCENE = Stage("tournament_scene", prepared_scene, on=HOUSE)
tournament_scene = TOURNAMENT_SCENE.fixture()


@pytest.fixture
def scene(tournament_scene: Scene, watch: Hands, monkeypatch: pytest.MonkeyPatch) -> Scene:
    """How well a draw mixes people is no matter of who may draw: few swaps are weighed."""
    for search in (draw, draw_all):
        monkeypatch.setitem(search.__kwdefaults__, "effort", 200)
    watch.moment = tournament_scene.moment
    return tournament_scene
