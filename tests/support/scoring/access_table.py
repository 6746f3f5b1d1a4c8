"""What each address answers to everybody, read and written."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple
from uuid import uuid4

from tests.support.scoring.access import EDIT, OLD, E, G, H, M, R, S, Scene
from tests.support.scoring.evenings import seats
from tests.support.scoring.house_rules_editor import fields_of
from tests.support.scoring.tables import Record, dreier
from tests.support.visitors import JSON, Answer, in_every_format

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
LED_ON_IN_THE_CLUB = "302 302 302 302  302 302   404 404    404 404 404"
PLAYING = "         302 302 302 200  302 200    404 404    404 404 404"  # 200: say at which table you sit
NO_HAND = "         400 400 400 400  400 400    404 404    404 404 404"
SAYING = "          302 302 403 403  302 403    404 404    404 404 404"  # each for Emil
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
RUNNING_IT = "      200 404 404 404  404 404    404 404    404 404 404"  # Anna set the program up
RUNNING_IT_DOES = " 302 404 404 404  404 404    404 404    404 404 404"
RUNNING_IT_READS = "405 404 404 404  404 404    404 404    404 404 404"
BACK_TO_THE_MEMBER = DIRECTING_DOES  # a button's address, opened by itself
BACK_TO_THE_EVENING = DIRECTING_DOES
BACK_TO_THE_SHEET = "302 302 302 302  302 302    302 302    404 404 404"
TOO_LATE = "        409 409 409 403  409 403    409 403    404 404 404"


class Row(NamedTuple):
    """The answers to GET and HEAD, those to POST, and what is posted."""

    reading: str
    writing: str
    posted: Callable[[Scene], Record] = lambda scene: scene.form()
    script: bool = False

    @property
    def how(self) -> dict[str, str]:
        """It is sent."""
        return JSON if self.script else {}


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


REGISTERS = (
    *("account", "club", "coming", "countedhands", "deed", "entry", "evening", "eveningsums", "invitation"),
    "member",
    "programmistake",
    "lineupsums",
    *("participant", "tablescore"),
    *("oldamount", "oldbatch", "olddifference", "oldline", "oldperson", "oldsheet", "opensession"),
    *(
        "reason",
        "row",
        "ruleset",
        "rulesetversion",
        "seal",
        "sharing",
        "secondfactor",
        "sheet",
        "signinattempt",
        "voice",
    ),
)
CLUB = {
    "club": "Mühlviertler Runde",
    "currency": "CHF",
    "cents_per_point": "5",
    "language": "de",
    "default_rules": "cup",
}

TRIED = {
    "id": str(uuid4()),
    "record": {"games": [{"contract": "dreier", "declarer": "seat-1", "won": True}]},
    "log": {"entries": [], "undone": []},
}

TABLE = {
    "": Row(EVERYBODY, ONLY_READ),
    "rules/": Row(EVERYBODY, ONLY_READ),
    "rules/compare/": Row(EVERYBODY, ONLY_READ),
    "rules/<slug:slug>/": Row(EVERYBODY, ONLY_READ),
    "rules/<slug:slug>/toml/": Row(EVERYBODY, ONLY_READ),
    "try/": Row(LED_ON, ONLY_READ),  # to the calculator
    "try/<slug:key>/": Row(LED_ON, ONLY_READ),
    **{
        f"try/<slug:key>/{what}/": Row(ONLY_WRITTEN, EVERYBODY, lambda scene: TRIED, script=True)
        for what in ("record", "preview", "undo", "redo")
    },
    "calculator/": Row(EVERYBODY, ONLY_READ),
    "calculator/settlement/": Row(NOTHING_ASKED, ONLY_READ),
    "calculator/code/": Row(NO_MORE, ONLY_READ),  # of no hand
    "setup/<str:code>/": Row(LED_ON, NO_MORE),  # to signing in, since the code is right
    "setup/<str:code>/club/": Row(LED_ON, NO_MORE),
    "setup/<str:code>/club/<str:digest>/": Row(LED_ON, NO_MORE),
    "sign-in/": Row(NOT_SIGNED_IN, EVERYBODY, posts(name="Anna", password="wrong")),
    "sign-in/code/": Row(LED_ON, LED_ON),
    "sign-out/": Row(ONLY_WRITTEN, LED_ON),
    "password/": Row(SIGNED_IN, SIGNED_IN, posts(old="wrong")),
    "signed-in/": Row(SIGNED_IN, SIGNED_IN_READ),
    "signed-in/end/": Row(SIGNED_IN_READ, LED_ON, posts(session="0")),
    "second-factor/": Row(SIGNED_IN, SIGNED_IN_READ),
    "second-factor/on/": Row(SIGNED_IN, SIGNED_IN, posts(typed="123456")),
    "second-factor/off/": Row(SIGNED_IN_READ, LED_ON),
    "second-factor/codes/": Row(SIGNED_IN_READ, LED_ON),
    "invitation/<str:token>/": Row(EVERYBODY, EVERYBODY, posts(what="account")),
    "mistakes/": Row(RUNNING_IT, ONLY_READ),
    "mistakes/done/": Row(ONLY_WRITTEN, RUNNING_IT_DOES, posts(mistake="0")),
    "clubs/": Row(SIGNED_IN, SIGNED_IN_READ),
    "clubs/new/": Row(STARTING, STARTING, posts(club="")),
    "clubs/<slug:slug>/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/about/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/settings/": Row(DIRECTING, OWNING_DOES, posts(**CLUB)),
    "clubs/<slug:slug>/log/": Row(DIRECTING, ONLY_READ),
    "clubs/<slug:slug>/archive/": Row(OWNING, ONLY_READ),
    "clubs/<slug:slug>/archive/file/": Row(OWNING, ONLY_READ),
    "clubs/<slug:slug>/demonstration/remove/": Row(NO_MORE, NO_MORE),  # this club was not invented
    OLD: Row(IN_THE_CLUB, ONLY_READ),
    f"{OLD}import/": Row(DIRECTING, DIRECTING),  # without a file
    f"{OLD}template/hands/xlsx/": Row(DIRECTING, ONLY_READ),
    f"{OLD}template/hands/csv/": Row(DIRECTING, ONLY_READ),
    f"{OLD}template/amounts/xlsx/": Row(DIRECTING, ONLY_READ),
    f"{OLD}template/amounts/csv/": Row(DIRECTING, ONLY_READ),
    f"{OLD}export/": Row(IN_THE_CLUB, ONLY_READ),
    f"{OLD}people/<int:pk>/": Row(DIRECTING_DOES, DIRECTING_DOES),  # led on: he was at an evening, too
    f"{OLD}people/<int:pk>/anonymise/": Row(OWNING_DOES, OWNING_DOES),  # led on: he was at an evening, too
    f"{OLD}<int:pk>/": Row(IN_THE_CLUB, ONLY_READ),
    f"{OLD}<int:pk>/export/": Row(IN_THE_CLUB, ONLY_READ),
    f"{OLD}<int:pk>/withdraw/": Row(DIRECTING, DIRECTING_DOES),
    "clubs/<slug:slug>/calculator/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/try/<str:key>/": Row(LED_ON_IN_THE_CLUB, ONLY_READ),
    **{
        f"clubs/<slug:slug>/try/<str:key>/{what}/": Row(
            ONLY_WRITTEN, IN_THE_CLUB, lambda scene: TRIED, script=True
        )
        for what in ("record", "preview", "undo", "redo")
    },
    "clubs/<slug:slug>/calculator/settlement/": Row(NO_HAND, ONLY_READ),
    "clubs/<slug:slug>/calculator/code/": Row(NO_MORE, ONLY_READ),  # of no hand
    R: Row(IN_THE_CLUB, ONLY_READ),
    f"{R}new/": Row(DIRECTING, DIRECTING_DOES, posts(label="Xaver", begin="cup")),
    f"{R}import/": Row(DIRECTING, DIRECTING),  # without a file
    f"{R}compare/": Row(IN_THE_CLUB, ONLY_READ),
    f"{R}<slug:own>/": Row(IN_THE_CLUB, ONLY_READ),
    f"{R}<slug:own>/offer/": Row(ONLY_WRITTEN, DIRECTING_DOES, posts(offered="no")),
    f"{R}<slug:own>/show/": Row(ONLY_WRITTEN, DIRECTING_DOES, posts(shown="no")),
    "rules/of/<str:code>/": Row(EVERYBODY, ONLY_READ),
    "rules/of/<str:code>/file/": Row(EVERYBODY, ONLY_READ),
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
    f"{M}data/export/": Row(OWNING, ONLY_READ),
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
    "clubs/<slug:slug>/season/<int:pk>/export/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/<int:pk>/share/": Row(NOBODY_ELSE, NOBODY_ELSE),
    "clubs/<slug:slug>/sharing/": Row(DIRECTING, DIRECTING_DOES),
    "clubs/<slug:slug>/sharing/calendar/": Row(ONLY_WRITTEN, DIRECTING_DOES),
    "clubs/<slug:slug>/sharing/results/": Row(ONLY_WRITTEN, DIRECTING_DOES),
    "clubs/<slug:slug>/sharing/coming/": Row(ONLY_WRITTEN, DIRECTING_DOES),
    "clubs/<slug:slug>/sharing/<int:pk>/withdraw/": Row(ONLY_WRITTEN, DIRECTING_DOES),
    "clubs/<slug:slug>/season/certificates/": Row(DIRECTING, ONLY_READ),
    "clubs/<slug:slug>/season/statistics/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/rating/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/statistics/export/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/rating/export/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/what-if/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/export/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/book/export/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/season/hands/export/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/evenings/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/coming/": Row(IN_THE_CLUB, ONLY_READ),
    "clubs/<slug:slug>/evenings/new/": Row(
        DIRECTING, DIRECTING_DOES, posts(date="2026-01-06", rules="standard")
    ),
    E: Row(IN_THE_CLUB, ONLY_READ),
    f"{E}coming/": Row(
        IN_THE_CLUB, SAYING, lambda scene: scene.form(member=str(scene.house.member("Emil").pk), says="yes")
    ),
    f"{E}change/": Row(DIRECTING, DIRECTING_DOES, posts(date="2026-01-06", place="Post", confirmation="on")),
    f"{E}pagatkassa/": Row(BACK_TO_THE_EVENING, DIRECTING),  # after the first hand: it stays
    f"{E}newer-edition/": Row(BACK_TO_THE_EVENING, DIRECTING_DOES),
    f"{E}share/": Row(DIRECTING, DIRECTING_DOES),
    f"{E}close/": Row(DIRECTING, DIRECTING_DOES),
    f"{E}reopen/": Row(DIRECTING, DIRECTING_DOES),
    f"{E}settling/": Row(IN_THE_CLUB, ONLY_READ),
    f"{E}counting/": Row(DIRECTING_DOES, DIRECTING_DOES, posts(counts="no")),
    f"{E}what-if/": Row(IN_THE_CLUB, ONLY_READ),
    f"{E}blank/": Row(IN_THE_CLUB, ONLY_READ),
    f"{E}settling/export/": Row(IN_THE_CLUB, ONLY_READ),
    f"{E}export/": Row(IN_THE_CLUB, ONLY_READ),
    f"{E}tables/new/": Row(DIRECTING, DIRECTING_DOES, lambda scene: four(scene, anyway="1")),
    "clubs/<slug:slug>/play/": Row(
        IN_THE_CLUB, PLAYING, lambda scene: four(scene, rules="standard", anyway="1")
    ),
    EDIT: Row(DIRECTING, ONLY_READ),
    f"{EDIT}save/": Row(DIRECTING, DIRECTING_DOES, edited(f"{EDIT}save/")),
    f"{EDIT}discard/": Row(DIRECTING, DIRECTING_DOES, edited(f"{EDIT}discard/")),
    f"{EDIT}undo/": Row(ONLY_WRITTEN, DIRECTING_DOES, edited(f"{EDIT}save/")),
    f"{EDIT}rows/<str:table>/": Row(
        DIRECTING, DIRECTING_DOES, edited(f"{EDIT}rows/<str:table>/", down="rufer")
    ),
    f"{EDIT}rows/<str:table>/so-far/": Row(ONLY_WRITTEN, DIRECTING, edited(f"{EDIT}rows/<str:table>/")),
    f"{EDIT}rows/<str:table>/<str:key>/": Row(
        DIRECTING, DIRECTING_DOES, edited(f"{EDIT}rows/<str:table>/<str:key>/", short="RF")
    ),
    f"{EDIT}add/<str:table>/": Row(
        DIRECTING, DIRECTING_DOES, edited(f"{EDIT}add/<str:table>/", change="zwiccolo")
    ),
    f"{EDIT}add/<str:table>/<str:kind>/so-far/": Row(
        ONLY_WRITTEN, DIRECTING, edited(f"{EDIT}add/<str:table>/<str:kind>/")
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
    f"{EDIT}<str:section>/": Row(DIRECTING, DIRECTING_DOES, edited(f"{EDIT}<str:section>/", needs="36")),
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
    f"{S}phone-rules/": Row(LOOKING_ON, ONLY_READ),
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
    f"{S}names/": Row(RECORDING, RECORDING),
    f"{S}move/": Row(HANDING_ON, HANDING_ON),
    f"{S}close/": Row(CLOSING, CLOSING_DOES),
    f"{S}reopen/": Row(CLOSING, CLOSING_DOES),
    f"{S}remove/": Row(HANDING_ON_DOES, HANDING_ON_DOES),  # something was recorded: it stays
    f"{S}export/": Row(LOOKING_ON, ONLY_READ),
    "exports/<str:token>/": Row(NO_MORE, ONLY_READ),  # nothing waits there; see test_export_streams.py
    "export-schema.json": Row(EVERYBODY, ONLY_READ),
    "door/": Row(EVERYBODY, ONLY_READ),
    "p/": Row(EVERYBODY, EVERYBODY, lambda scene: {"codes": ["no code"]}, script=True),
    "service-worker.js": Row(EVERYBODY, ONLY_READ),
    "manifest.webmanifest": Row(EVERYBODY, ONLY_READ),
    "health/": Row(EVERYBODY, ONLY_READ),
    "privacy/": Row(EVERYBODY, ONLY_READ),
    "imprint/": Row(EVERYBODY, ONLY_READ),
    "imprint/edit/": Row(STARTING, STARTING, posts(who="Wir", email="")),
    "handbook/": Row(EVERYBODY, ONLY_READ),
    "handbook/booklet/": Row(EVERYBODY, ONLY_READ),
    "handbook/<slug:slug>/": Row(EVERYBODY, ONLY_READ),
    "s/<str:code>/": Row(EVERYBODY, ONLY_READ),
    "s/<str:code>/calendar.ics": Row(EVERYBODY, ONLY_READ),
    "s/<str:code>/results.atom": Row(EVERYBODY, ONLY_READ),
    "s/<str:code>/coming/": Row(
        EVERYBODY,
        LED_ON,
        lambda scene: scene.form(
            evening=str(scene.evening.pk), member=str(scene.house.member("Emil").pk), says="no"
        ),
    ),
    "s/<str:code>/embed/": Row(EVERYBODY, ONLY_READ),
    "s/<str:code>/export/": Row(EVERYBODY, ONLY_READ),
    "s/<str:code>/people/export/": Row(EVERYBODY, ONLY_READ),
    "t/<str:code>/": Row(LED_ON, ONLY_READ),
    "r/<str:code>/": Row(LED_ON, ONLY_READ),
    "admin/": Row(RUNNING_IT, RUNNING_IT_READS),
}
for _register in REGISTERS:
    TABLE[f"admin/{_register}/"] = Row(RUNNING_IT, RUNNING_IT_READS)
    TABLE[f"admin/{_register}/<str:object_id>/"] = Row(RUNNING_IT, RUNNING_IT_READS)

TABLE = in_every_format(TABLE)
OF_A_SHEET = [address for address in TABLE if address.startswith(S)]

# The same, of a table that is closed.
CLOSED = in_every_format(
    {
        S: (LOOKING_ON, ONLY_READ),
        f"{S}rules/": (LOOKING_ON, ONLY_READ),
        f"{S}blank/": (BACK_TO_THE_SHEET, ONLY_READ),
        f"{S}record/": (BACK_TO_THE_SHEET, TOO_LATE),
        f"{S}preview/": (ONLY_WRITTEN, RECORDING),
        f"{S}live/": (LOOKING_ON, ONLY_READ),
        f"{S}phone-rules/": (LOOKING_ON, ONLY_READ),
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
        f"{S}names/": (RECORDING_DOES, RECORDING_DOES),
        f"{S}move/": (HANDING_ON_DOES, HANDING_ON_DOES),
        f"{S}close/": (CLOSING_DOES, CLOSING_DOES),
        f"{S}reopen/": (CLOSING, CLOSING_DOES),
        f"{S}remove/": (HANDING_ON_DOES, HANDING_ON_DOES),
        f"{S}export/": (LOOKING_ON, ONLY_READ),
    }
)


def asked(scene: Scene, who: str, method: str, address: str, path: str = "") -> Answer:
    """Somebody reads, or writes what the table says; at this path or that of the table in question."""
    row, path = TABLE[address], path or scene.path(address)
    if method != "post":
        return scene.ask(who, method, path)
    return scene.ask(who, method, path, row.posted(scene), **row.how)
