"""A variant extends its parent and lists only what differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scoring.engine.loading.reading import Data, SheetError, UnknownSheet, nearest

ReadSheet = Callable[[str], Data]


def resolved(slug: str, read: ReadSheet) -> Data:
    """A sheet's data with that of the sheets it extends filled in. `read` finds a sheet by its slug."""
    data, mistakes = merged_with_parents(slug, read)
    if mistakes:
        raise SheetError(slug, mistakes)
    return data


def merged_with_parents(slug: str, read: ReadSheet) -> tuple[Data, list[str]]:
    """The same, with what is wrong in how the sheet extends its parent."""
    return _merged_with_parents(slug, read, ())


def _merged_with_parents(slug: str, read: ReadSheet, heirs: tuple[str, ...]) -> tuple[Data, list[str]]:
    data = read(slug)
    parent, without = data.pop("extends", None), data.pop("without", [])
    if parent is None:
        return data, ["without: only a sheet that extends another leaves something out"] if without else []
    if not isinstance(parent, str):
        raise SheetError(slug, ["extends: expected the name of a sheet"])
    if parent in (*heirs, slug):
        line = (*heirs, slug, parent)
        raise SheetError(line[0], [f"extends: runs in a circle: {' → '.join(line)}"])
    try:
        inherited, mistakes = _merged_with_parents(parent, read, (*heirs, slug))
    except UnknownSheet as unknown:
        near = nearest(parent, unknown.known)
        raise SheetError(slug, [f"extends: there is no sheet {parent!r}{near}"]) from None
    for path in without if isinstance(without, list) else [without]:
        mistakes += _left_out(inherited, path)
    merged = _merged(inherited, data)
    mistakes += _put_in_order(merged)
    return merged, mistakes


def _left_out(data: Data, path: object) -> Iterator[str]:
    """Takes a row or key of the parent away; says so if there is none."""
    *tables, last = str(path).split(".")
    for table in (*tables, last):
        if not isinstance(data, dict) or table not in data:
            near = nearest(table, data) if isinstance(data, dict) else ""
            yield f"without: there is no {path!r}{near}"
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


def _put_in_order(data: Data) -> Iterator[str]:
    """A contract that a variant adds or moves says after which one it is bid."""
    contracts = data.get("contracts")
    if not isinstance(contracts, dict):
        return
    order = list(contracts)
    for key, row in contracts.items():
        after = row.pop("after", None) if isinstance(row, dict) else None
        if after is None:
            continue
        if isinstance(after, str) and after in contracts and after != key:
            order.remove(key)
            order.insert(order.index(after) + 1, key)
        else:
            near = nearest(str(after), [other for other in contracts if other != key])
            yield f"contracts.{key}.after: there is no contract {after!r}{near}"
    data["contracts"] = {key: contracts[key] for key in order}
