"""A variant extends its parent and lists only what differs."""

from collections.abc import Callable, Iterator

from scoring.engine.loading.belonging import misplaced
from scoring.engine.loading.mistakes import Mistake, SheetError, UnknownSheet, shown, unknown
from scoring.engine.loading.reading import Data, under

SheetReader = Callable[[str], Data]

MOST_LEFT_OUT = 500
MOST_IN_ORDER = 1000


def resolved(slug: str, read: SheetReader) -> Data:
    """Return a sheet's data with that of the sheets it extends filled in."""
    data, mistakes = resolved_with(slug, read)
    if mistakes:
        raise SheetError(slug, mistakes)
    return data


def resolved_with(slug: str, read: SheetReader, heirs: tuple[str, ...] = ()) -> tuple[Data, list[Mistake]]:
    """Return a sheet's resolved data as far as possible, and the mistakes in how it extends its parent."""
    data = read(slug)
    parent, without = data.pop("extends", None), data.pop("without", [])
    if parent is None:
        return data, [Mistake("nothing_to_leave_out", "without")] if without else []
    if not isinstance(parent, str):
        raise SheetError(slug, [Mistake("text_expected", "extends")])
    if parent in (*heirs, slug):
        line = (*heirs, slug, parent)
        raise SheetError(line[0], [Mistake("extends_in_a_circle", "extends", {"line": " → ".join(line)})])
    try:
        inherited, mistakes = resolved_with(parent, read, (*heirs, slug))
    except UnknownSheet as error:
        raise SheetError(slug, [unknown("unknown_sheet", "extends", parent, error.known)]) from None
    left_out = without if isinstance(without, list) else [without]
    for path in left_out[:MOST_LEFT_OUT]:
        mistakes += _left_out(inherited, path)
    if len(left_out) > MOST_LEFT_OUT:
        named = {"count": len(left_out), "most": MOST_LEFT_OUT}
        mistakes.append(Mistake("too_many_rows", "without", named))
    merged = _merged(inherited, data)
    if "about" not in data:  # what is said of the parent as a whole may not be true of this one
        label = inherited.get("label")
        german, english = (label.get(key) if isinstance(label, dict) else label for key in ("de", "en"))
        merged["about"] = {
            "de": f"Hausregeln nach „{german}“.",
            "en": f"House rules after “{english}”.",
        }
    for table, key in misplaced(merged):
        if key not in data.get(table, {}):  # it says so of the parent
            del merged[table][key]
    mistakes += _put_in_order(merged)
    return merged, mistakes


def _left_out(data: Data, path: object) -> Iterator[Mistake]:
    """Remove a row or key of the parent; report it if there is none."""
    *tables, last = path.split(".") if isinstance(path, str) else [""]
    for table in (*tables, last):
        if not isinstance(data, dict) or table not in data:
            mistake = unknown("unknown_path", "without", table, data if isinstance(data, dict) else ())
            yield mistake._replace(named={**mistake.named, "key": shown(path)})
            return
        if table is not last:
            data = data[table]
    del data[last]


def _merged(parent: Data, heir: Data) -> Data:
    merged = dict(parent)
    for key, value in heir.items():
        both_tables = isinstance(value, dict) and isinstance(parent.get(key), dict)
        merged[key] = _merged(parent[key], value) if both_tables else value
    return merged


def _put_in_order(data: Data) -> Iterator[Mistake]:
    """Move a contract that a variant adds or moves behind the one after which it is bid."""
    contracts = data.get("contracts")
    if not isinstance(contracts, dict):
        return
    if len(contracts) > MOST_IN_ORDER:
        return  # too many anyway
    order = list(contracts)
    for key, row in contracts.items():
        predecessor = row.pop("after", None) if isinstance(row, dict) else None
        if predecessor is None:
            continue
        if isinstance(predecessor, str) and predecessor in contracts and predecessor != key:
            order.remove(key)
            order.insert(order.index(predecessor) + 1, key)
        else:
            others = [other for other in contracts if other != key]
            yield unknown("unknown_contract", under(f"contracts.{shown(key)}", "after"), predecessor, others)
    data["contracts"] = {key: contracts[key] for key in order}
