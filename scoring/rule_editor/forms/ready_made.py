"""What other tables play, one tap each: rows of the published sheets, and changes that are usual."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.loading import Data, copied, resolved
from scoring.engine.loading.belonging import belongs
from scoring.engine.loading.reading import rows
from scoring.engine.texts import Text
from scoring.rule_editor.forms.builder import WORDS, label_of, rows_of
from scoring.rule_editor.forms.questions import Words
from scoring.rule_editor.forms.rows import made_key, open_rows, predecessor_in, put_after
from scoring.rules import SLUGS, published, read
from scoring.web.language import current_language


class Recipe(NamedTuple):
    """A ready-made edit of a sheet, chosen by its name."""

    key: str
    title: Words
    sentence: Words


@cache
def sheet(slug: str) -> Data:
    """Return the data of a published sheet."""
    return resolved(slug, read)


def _of_this_kind(data: Data) -> Iterator[str]:
    """Return the published sheets that count points as this one does: others are another game."""
    counting = data.get("counting", "blatt")
    return (slug for slug in SLUGS if sheet(slug).get("counting") == counting)


# Rows of other sheets


class FurtherRow(NamedTuple):
    """A row that a sheet does not have: another sheet's, or one that still needs a value."""

    row: Any
    key: str  # on the sheet that has it
    slug: str = ""  # of that published sheet; "" where it only needs a value
    said: str = ""  # "3, as in the sheet “Cup”"


def further_rows(data: Data, table: str) -> dict[str, FurtherRow]:
    """Return what could stand in a table besides: what needs a value, then rows of other sheets."""
    language, still_open = current_language(), open_rows(data, table)
    additions: dict[str, FurtherRow] = {}
    for key in still_open:
        if (usual := usual_row(table, key)) is not None:
            additions[key] = FurtherRow({**usual, "label": data["open"][table][key]}, key)
    alike = WORDS if table in WORDS else (table,)
    labels = {label_of(row, key).casefold() for each in alike for key, row in rows_of(data, each).items()}
    for slug in _of_this_kind(data):
        name = published()[slug].label.in_language(language)
        for key, row in rows_of(sheet(slug), table).items():
            label, field = label_of(row, key).casefold(), f"{slug}.{key}" if table in WORDS else key
            if label in labels or field in (*rows_of(data, table), *still_open):
                continue
            if table in WORDS and not belongs(row, data):  # it would not be true here
                continue
            worth = {"value": _worth(row), "sheet": name}
            source = name if table in WORDS else _("%(value)s, as in the sheet “%(sheet)s”") % worth
            additions[field] = FurtherRow(copied(row), key, slug, source)
            labels.add(label)
    return additions


def _worth(row: Data) -> str:
    if "lost" in row:
        return _("%(value)s (lost %(lost)s)") % row
    if "value" in row:
        return str(row["value"])
    return "/".join(str(row.get(key, "–")) for key in ("silent", "announced"))


def add_further(draft: Data, table: str, addition: FurtherRow) -> None:
    """Add a row that the draft does not have at its place; words come behind the others."""
    present, key = draft.setdefault(table, {}), addition.key
    if not addition.slug:
        draft[table] = put_after(present, key, copied(addition.row), usual_predecessor(draft, table, key))
    elif table in WORDS:
        present[key if key not in present else made_key(key, {"contracts": present})] = copied(addition.row)
    else:
        add_row(draft, table, addition.slug, key)


def add_row(draft: Data, table: str, slug: str, key: str) -> None:
    """Add a row of another sheet at its place, and the birds that it needs."""
    other = sheet(slug)
    row = other[table][key]
    for bird in row.get("birds", ()):
        if bird not in rows(draft, "premiums"):
            _add(draft, "premiums", bird, other["premiums"][bird], list(other["premiums"]))
    _add(draft, table, key, row, list(other[table]))


def _add(draft: Data, table: str, key: str, row: Data, order: list[str]) -> None:
    present, row = draft.get(table, {}), copied(row)
    taken = {row.get("short") for row in rows(draft, table).values()}
    if row.get("short") in taken:
        numbered = (f"{row['short'][:6]}{number}" for number in range(2, 99))
        row["short"] = next(short for short in numbered if short not in taken)
    draft[table] = put_after(present, key, row, predecessor_in(present, key, order))


def usual_row(table: str, key: str) -> Data | None:
    """Return how a published sheet plays something that this one leaves open, without its values."""
    for slug in SLUGS:
        row = rows(sheet(slug), table).get(key)
        if row is not None:
            worth = ("value", "lost", "silent", "announced", "solo_silent", "solo_announced")
            return {name: copied(value) for name, value in row.items() if name not in worth}
    return None


def usual_predecessor(data: Data, table: str, key: str) -> str:
    """Return the row of the draft behind which this one stands in a published sheet."""
    present = rows(data, table)
    for slug in SLUGS:
        if key in rows(sheet(slug), table):
            return predecessor_in(present, key, list(rows(sheet(slug), table)))
    return next(reversed(present), "")


def _zwiccolo(data: Data) -> bool:
    piccolo = rows(data, "contracts").get("piccolo")
    if piccolo is None or "zwiccolo" in rows(data, "contracts") or piccolo.get("beside"):
        return False
    row = sheet("treffpunkt")["contracts"]["zwiccolo"] | {"value": piccolo.get("value", 2)}
    _add(data, "contracts", "zwiccolo", row, ["piccolo", "zwiccolo"])
    return True


def _higher_piccolo(data: Data) -> bool:
    games = rows(data, "contracts")
    order = list(games)
    if not {"piccolo", "solorufer"} <= set(games) or order.index("piccolo") > order.index("solorufer"):
        return False
    companions = [key for key in order if games[key].get("beside") == "piccolo"]
    for key in ("piccolo", *companions):
        games[key]["value"] = 3
    predecessor = "solorufer"
    for key in ("piccolo", *companions):
        data["contracts"] = put_after(data["contracts"], key, games[key], predecessor)
        predecessor = key
    return True


def _zweier(data: Data) -> bool:
    einer = rows(data, "contracts").get("einer")
    if einer is None or "zweier" in rows(data, "contracts"):
        return False
    row = einer | {
        "label": "Zweier",
        "short": "Zw",
        "note": {"de": "zwei Talonkarten", "en": "two cards of the talon"},
        "talon": 2,
    }
    _rename(row, "Einblatt")
    data["contracts"] = {
        "zweier" if key == "einer" else key: row if key == "einer" else other
        for key, other in data["contracts"].items()
    }
    return True


def _rename(row: Data, old_name: str) -> None:
    """Take one of the names away that a row is also called by."""
    also = row.pop("also", None)
    names = [name.strip() for name in also.split(",")] if isinstance(also, str) else []
    if left := [name for name in names if name and name != old_name]:
        row["also"] = ", ".join(left)
    elif also is not None and not names:
        row["also"] = also  # in two languages


def _split_besserrufer(data: Data) -> bool:
    """Split the Besserrufer into a contract for every bird, each at the place where it is bid.

    The first stands where the Besserrufer stood, the second behind the Bettler; III and IIII in front of the
    Solobesser, which loses them.
    """
    besserrufer = rows(data, "contracts").get("besserrufer")
    if besserrufer is None or len(besserrufer.get("birds", ())) < 2:
        return False
    premiums = rows(data, "premiums")
    split: Data = {}
    for bird in besserrufer["birds"]:
        premium = premiums.get(bird, {})
        label = Text(*(f"{_label(premium, language, bird)}rufer" for language in ("de", "en")))
        row = besserrufer | {"label": label._asdict(), "short": f"{premium.get('short', bird)}R"[:8]}
        row["birds"] = [bird]
        split[f"{bird}rufer"] = row
    if set(split) & set(rows(data, "contracts")):
        return False
    contracts: Data = {}
    first, *others = split
    later = [key for key in others if key in _INSTEAD_OF_SOLOBESSER and "solobesser" in data["contracts"]]
    behind = [key for key in others if key not in later]
    if "bettler" not in list(data["contracts"])[list(data["contracts"]).index("besserrufer") :]:
        first, behind = "", [first, *behind]
    for key, row in data["contracts"].items():
        if key == "solobesser":
            contracts.update({bird: split[bird] for bird in later})
        if key != "besserrufer":
            contracts[key] = row
        elif first:
            contracts[first] = split[first]
        if key == ("bettler" if first else "besserrufer"):
            contracts.update({bird: split[bird] for bird in behind})
    data["contracts"] = contracts
    solobesser = contracts.get("solobesser")
    if isinstance(solobesser, dict) and isinstance(solobesser.get("birds"), list):
        solobesser["birds"] = [bird for bird in solobesser["birds"] if bird not in ("kakadu", "quapil")]
    return True


_INSTEAD_OF_SOLOBESSER = ("kakadurufer", "quapilrufer")


def _label(row: Data, language: str, otherwise: str) -> str:
    label = row.get("label", otherwise)
    return str(label.get(language, otherwise) if isinstance(label, dict) else label)


# Each changes a draft and returns True, or leaves it as it is where it does not fit.
_CHANGES: Mapping[str, tuple[Callable[[Data], bool], Words, Words]] = {
    "zwiccolo": (
        _zwiccolo,
        gettext_lazy("Zwiccolo beside a Piccolo"),
        gettext_lazy("Two tricks, worth as much as a Piccolo, and only beside one."),
    ),
    "higher_piccolo": (
        _higher_piccolo,
        gettext_lazy("Piccolo above Solorufer"),
        gettext_lazy("It moves above the Solorufer and counts 3, as does anything played beside it."),
    ),
    "zweier": (
        _zweier,
        gettext_lazy("Zweier instead of Einer"),
        gettext_lazy("Two cards of the talon; the value stays for now."),
    ),
    "split_besserrufer": (
        _split_besserrufer,
        gettext_lazy("Besserrufer split by bird"),
        gettext_lazy("A separate game for every bird, and no Solobesser with Kakadu or Quapil."),
    ),
}


def usual_changes(data: Data) -> list[Recipe]:
    """Return the usual changes that would change something on this sheet."""
    return [Recipe(key, *words) for key, (change, *words) in _CHANGES.items() if change(copied(data))]


def make_change(draft: Data, key: str) -> None:
    """Make a usual change, where it fits this sheet."""
    if key in _CHANGES:
        _CHANGES[key][0](draft)
