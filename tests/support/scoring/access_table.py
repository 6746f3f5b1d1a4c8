"""What each address answers to everybody, read and written."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from tests.support.scoring.access import EDIT, OLD, E, G, H, M, S, Scene
from tests.support.scoring.evenings import seats
from tests.support.scoring.house_rules_editor import fields_in
from tests.support.scoring.tables import Record, dreier
from tests.support.visitors import Answer, Row, in_every_format, rows_of

SAID = tomllib.loads((Path(__file__).parents[2] / "scoring" / "access.toml").read_text("utf-8"))
ONLY_READ = SAID["answers"]["only read"]


def with_record(record: Record, **fields: str) -> Callable[[Scene], Record]:
    return lambda scene: scene.form(record=json.dumps(scene.record(record)), step="save", **fields)


def about_an_objection(scene: Scene) -> Record:
    return scene.form(voice=str(scene.sheet.voices.get(seq=1).pk), outcome="stands")


def edited(address: str, answers: dict[str, str]) -> Callable[[Scene], Record]:
    """The form of a page of the editor as its owner has it in front of her, with these answers."""
    page_of = EDIT if address in (f"{EDIT}undo/", f"{EDIT}discard/") else address

    def posted(scene: Scene) -> Record:
        page = scene.browser("owner").get(scene.path(page_of))
        return {**scene.form(), **fields_in(page), "deed": str(uuid4()), **answers}

    return posted


def four(scene: Scene, **fields: str) -> Record:
    return seats(scene.house, "Emil", "Wastl", "Xaver", "Zenzi", high="Emil", **fields)


def says(scene: Scene, answer: str) -> Record:
    about = {"evening": str(scene.evening.pk), "member": str(scene.house.member("Emil").pk)}
    return scene.form(**about, says=answer)


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
# What is posted where it is not known before.
POSTED: dict[str, Callable[[Scene], Record]] = {
    "clubs/<slug:slug>/settings/": lambda scene: scene.form(**CLUB),
    G: lambda scene: scene.form(evenings=scene.kathi, who="new", name="Xaver", step="save"),
    f"{G}anonymise/": lambda scene: scene.form(guests=scene.kathi, sure="on"),
    f"{E}coming/": lambda scene: says(scene, "yes"),
    f"{E}play/": lambda scene: four(scene, rules="standard", anyway="1"),
    "clubs/<slug:slug>/play/": lambda scene: four(scene, rules="standard", anyway="1"),
    "clubs/<slug:slug>/play/away/": lambda scene: four(
        scene, rules=scene.house.club.default_rules, anyway="1", ago="0"
    ),
    f"{H}correct/": with_record(dreier("Emil")),
    f"{H}insert/": with_record(dreier("Emil"), deal="keep"),
    f"{H}confirm/": lambda scene: scene.form(player=scene.sheet.players[1]),
    f"{H}object/": lambda scene: scene.form(player=scene.sheet.players[2]),
    f"{H}withdraw/": about_an_objection,
    f"{H}settle/": about_an_objection,
    f"{S}seating/": lambda scene: scene.seating(),
    "s/<str:code>/coming/": lambda scene: says(scene, "no"),
}
# The same, sent by a script.
SENT: dict[str, Callable[[Scene], Record]] = {
    f"{S}record/": lambda scene: scene.written(record=scene.record(dreier("Kathi"))),
    f"{H}version/": lambda scene: scene.written(record=scene.record(dreier("Kathi"))),
    f"{S}preview/": lambda scene: {"record": scene.record(dreier("Kathi"))},
    "p/": lambda scene: {"codes": ["no code"]},
    **{
        f"{begins}/{what}/": lambda scene: TRIED
        for begins in ("try/<slug:key>", "clubs/<slug:slug>/try/<str:key>")
        for what in ("record", "preview", "undo", "redo")
    },
}


def row(address: str, reading: str, writing: str = "only read", form: dict[str, str] | None = None) -> Row:
    answers = SAID["answers"][reading], SAID["answers"][writing]
    if address in SENT:
        return Row(*answers, SENT[address], script=True)
    if address in POSTED:
        return Row(*answers, POSTED[address])
    if address.startswith(EDIT) and writing != "only read":
        return Row(*answers, edited(address, form or {}))
    return Row(*answers, lambda scene: scene.form(**(form or {})))


REGISTERS = [f"admin/{name}/{rest}" for name in SAID["admin"] for rest in ("", "<str:object_id>/")]
TABLE = in_every_format(
    rows_of(SAID["pages"], row)
    | {address: row(address, "running it", "running it reads") for address in REGISTERS}
)
OF_A_SHEET = [address for address in TABLE if address.startswith(S)]
CLOSED = in_every_format(rows_of(SAID["closed"], row))  # the same, of a table that is closed


def asked(scene: Scene, who: str, method: str, address: str, path: str = "") -> Answer:
    """Somebody reads, or writes what the table says; at this path or that of the table in question."""
    row, path = TABLE[address], path or scene.path(address)
    if method != "post":
        return scene.ask(who, method, path)
    return scene.ask(who, method, path, row.posted(scene), **row.how)


# One prepared evening for all addresses of a kind: an address belongs to the first that it begins with.
KINDS = {
    "hands": H,
    "sheets": S,
    "evenings": E,
    "members": M,
    "editor": EDIT,
    "seasons": "clubs/<slug:slug>/season/",
    "old sheets": OLD,
    "clubs": "clubs/",
    "registers": "admin/",
    "calculator": "calculator/",
    "shared": "s/",
    "others": "",
}


def of_kind(kind: str) -> list[str]:
    """Return the addresses of the table that are of this kind."""
    return [
        address
        for address in TABLE
        if kind == next(name for name, before in KINDS.items() if address.startswith(before))
    ]
