"""Remove from a sheet what belongs to removed rows, and add what a new row needs."""

from collections.abc import Callable, Collection
from typing import Any

from scoring.engine.cards import cards_of
from scoring.engine.customs import BY_FLAG, DOUBLED_KINDS, Counting, DoubledGames, Kind, SideBySide
from scoring.engine.loading.belonging import misplaced
from scoring.engine.loading.reading import Data, all_points, copied, counts_plain, rows
from scoring.engine.loading.tables import TABLES
from scoring.engine.prices import VALAT
from scoring.engine.rules import TABLES_OF_WORDS
from scoring.engine.sides import blatt, thirds
from scoring.engine.triggers import MONDFANG

_BY_STEPS = ("step_points", "step_value", "step_from")


def tidied(data: Data) -> Data:
    """Return the sheet after an edit in a form, without leftovers of the edit.

    Nothing that is worth money or names a custom of its own is guessed: only what would now be without
    effect goes, and where a row makes a choice necessary, the usual one is made.

    >>> tidied({"contracts": {"dreier": {"kind": "alone", "tricks": 1}}, "schleifen": True})
    {'contracts': {'dreier': {'kind': 'alone'}}}
    """
    sheet = copied(data)
    for tidy in _STEPS:
        tidy(sheet)
    return {key: value for key, value in sheet.items() if key not in EMPTY_GOES or value}


EMPTY_GOES = ("open", *TABLES_OF_WORDS)


def _kinds(sheet: Data) -> set[Any]:
    return {row["kind"] for row in rows(sheet, "contracts").values() if isinstance(row.get("kind"), str)}


def _drop(row: Data, *keys: str) -> None:
    for key in keys:
        row.pop(key, None)


def _contracts(sheet: Data) -> None:
    games, premiums = rows(sheet, "contracts"), rows(sheet, "premiums")
    levels, kontra = _levels(sheet), sheet.get("kontra")
    has_a_ladder = isinstance(kontra, dict) and isinstance(kontra.get("levels"), dict)  # be it without a step
    for key, row in games.items():
        kind = row.get("kind")
        _drop(row, *(name for name, key in TABLES["contracts"].items() if not key.goes_with(kind)))
        if sheet.get("side_by_side") != SideBySide.LISTED.value:
            _drop(row, "goes_beside")
        if sheet.get("side_by_side") == SideBySide.NONE.value:
            _drop(row, "beside")
        if row.get("solo") is True or not _has_talon(sheet):
            _drop(row, "talon")
        if isinstance(row.get("birds"), list):
            row["birds"] = [bird for bird in row["birds"] if bird in premiums]
            if not row["birds"]:
                del row["birds"]
        if row.get("birds"):
            _drop(row, "blank")
        if "step_points" not in row:
            _drop(row, *_BY_STEPS)
        else:
            row.setdefault("step_value", 1)
        if row.get("beside") is not None and (row["beside"] not in games or row["beside"] == key):
            del row["beside"]
        if has_a_ladder and row.get("kontra_up_to") not in levels:
            _drop(row, "kontra_up_to")


def _has_talon(sheet: Data) -> bool:
    declared = sheet.get("pack_cards"), sheet.get("talon_cards")
    counting = Counting.PLAIN if counts_plain(sheet) else Counting.BLATT
    kinds = [kind for kind in Kind if kind.value in _kinds(sheet)]
    return cards_of(declared, counting, kinds)[1] != 0


def _levels(sheet: Data) -> dict[str, Any]:
    kontra = sheet.get("kontra")
    levels = kontra.get("levels") if isinstance(kontra, dict) else None
    return levels if isinstance(levels, dict) else {}


def _premiums(sheet: Data) -> None:
    for key, row in rows(sheet, "premiums").items():
        if row.get("in_solo") != "listed":
            _drop(row, "solo_silent", "solo_announced")
        if sheet.get("beside_valat") not in BY_FLAG or key == VALAT or row.get("effect") == "multiplies":
            _drop(row, "counts_beside_valat")
        valat = rows(sheet, "premiums").get(VALAT, {})
        if "silent" not in row or key == VALAT or row.get("effect") == "multiplies" or "silent" not in valat:
            _drop(row, "in_silent_valat")
        if key == VALAT or row.get("effect", "line") != "line" or "needs" in row:
            _drop(row, "between_two")
    if "silent" not in rows(sheet, "premiums").get(VALAT, {}):
        _drop(sheet, "silent_valat_voids_kontra")


def _kontra(sheet: Data) -> None:
    kontra, valat = sheet.get("kontra"), rows(sheet, "premiums").get(VALAT, {})
    if isinstance(kontra, dict):
        limit = kontra.get("with_announced_valat")
        if limit is not None and (limit not in _levels(sheet) or "announced" not in valat):
            del kontra["with_announced_valat"]
        if kontra.get("void_up_to") not in _levels(sheet):
            _drop(kontra, "void_up_to")
        _keep(kontra, "names", _levels(sheet))


def _keep(table: Data, key: str, known: Collection[str]) -> None:
    """Keep of an inner table only what is known; empty it goes."""
    if isinstance(table.get(key), dict):
        table[key] = {name: value for name, value in table[key].items() if name in known}
        if not table[key]:
            del table[key]


def _calling(sheet: Data) -> None:
    if Kind.CALLING.value in _kinds(sheet):
        sheet.setdefault("self_call", False)
        sheet.setdefault("schleifen", True)
    else:
        _drop(sheet, "self_call", "schleifen")
    if any(row.get("birds") for row in rows(sheet, "contracts").values()):
        sheet.setdefault("bird_by", "declarer")
    else:
        _drop(sheet, "bird_by")


def _trischaken(sheet: Data) -> None:
    options, radl = sheet.get("options"), sheet.get("radl")
    if Kind.TRISCHAKEN.value not in _kinds(sheet):
        _drop(sheet, "trischaken")
        if isinstance(options, dict):
            _drop(options, "trischaken_base")
        if isinstance(radl, dict) and isinstance(radl.get("triggers"), list):
            radl["triggers"] = [name for name in radl["triggers"] if name != "trischaken"]
        return
    mayor = all_points(sheet) // 2 + 1 if counts_plain(sheet) else "35/2"  # more than half
    usual = {"custom": "one_pays", "buergermeister": mayor, "renonce": "buergermeister_pot"}
    table = sheet.setdefault("trischaken", usual)
    if not isinstance(table, dict):
        return
    if "all_tricks" not in table:
        _drop(table, "all_tricks_doubled")
    if table.get("jungfrau") is False:
        _drop(table, "jungfrauen")
    if table.get("jungfrauen") == "from_each":
        table.setdefault("jungfrau_price", 2)
    else:
        _drop(table, "jungfrau_price")
    if table.get("renonce") in ("each", "bases"):
        table.setdefault("renonce_times", 4 if table["renonce"] == "each" else 3)
    else:
        _drop(table, "renonce_times")


def _radl(sheet: Data) -> None:
    radl = sheet.get("radl")
    if not isinstance(radl, dict) or not isinstance(radl.get("triggers"), list):
        return
    if MONDFANG not in rows(sheet, "premiums"):
        radl["triggers"] = [name for name in radl["triggers"] if name != MONDFANG]
    if "drawn" not in radl["triggers"]:
        _drop(radl, "drawn")
    elif "drawn" not in radl and isinstance(sheet.get("needs"), str):
        needs = thirds(sheet["needs"])
        if needs is not None and needs > 3:
            radl["drawn"] = [blatt(needs - 3), blatt(needs - 1)]
    if not radl["triggers"]:
        _drop(radl, "length")
    some = DOUBLED_KINDS.get(str(radl.get("doubled_games")))
    doubles_none = some is not None and not some & _kinds(sheet)
    if not (radl["triggers"] or radl.get("schlussradl")) or doubles_none:
        _drop(radl, "doubled_games")
    if radl.get("doubled_games", DoubledGames.ALL.value) == DoubledGames.ALL.value:
        _drop(radl, "waits")
    for key in ("lengths", "times"):
        _keep(radl, key, radl["triggers"])


def _open(sheet: Data) -> None:
    still_open = sheet.get("open")
    if not isinstance(still_open, dict):
        return
    for table in ("contracts", "premiums"):
        if isinstance(still_open.get(table), dict):
            filled = rows(sheet, table)
            _keep(still_open, table, [key for key in still_open[table] if key not in filled])


def _words(sheet: Data) -> None:
    for table, key in misplaced(sheet):
        del sheet[table][key]


def _pack(sheet: Data) -> None:
    _drop(sheet, "limits" if counts_plain(sheet) else "pack")


_STEPS: tuple[Callable[[Data], None], ...] = (
    _pack,
    _contracts,
    _premiums,
    _kontra,
    _calling,
    _trischaken,
    _radl,
    _open,
    _words,
)
