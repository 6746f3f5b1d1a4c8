"""Everything that follows from a sheet's entries, as rows: derived anew, or as stored."""

from typing import Any

from scoring.engine.sheet import Replay
from scoring.models import PlayedGame, PlayedKontra, PlayedPremium, PlayedSeat, Row, Sheet, TableScore
from scoring.models.evenings import SCORED
from scoring.table.counting import columns_of, facts_of
from scoring.table.replay import ROW_COLUMNS, scores_of, stored_row

# Every table whose rows follow from entries: how it leads to the sheet, and what tells its rows apart.
DERIVED: tuple[tuple[Any, str, tuple[str, ...]], ...] = (
    (Row, "sheet", ("entry_id",)),
    (TableScore, "sheet", ("participant_id",)),
    (PlayedGame, "sheet", ("row_id", "order")),
    (PlayedSeat, "game__sheet", ("game__row_id", "game__order", "seat")),
    (PlayedPremium, "game__sheet", ("game__row_id", "order")),
    (PlayedKontra, "game__sheet", ("game__row_id", "order", "participant_id")),
)
OF_THE_SHEET = ("seq", "stored_state", "voiced")  # its columns that follow from what was written on it
NUMBERS = {"id", "game_id"}  # of rows: other ones as soon as they are derived anew

DerivedKey = tuple[Any, ...]  # the model, and what tells its rows apart
DerivedRows = dict[DerivedKey, dict[str, Any]]


def stored_rows(sheet: Sheet) -> DerivedRows:
    """Return the rows that the database keeps, with all their columns; one query for each table."""
    rows: DerivedRows = {}
    for model, path, key in DERIVED:
        columns = [field.attname for field in model._meta.concrete_fields if field.attname not in NUMBERS]
        values = model._base_manager.filter(**{path: sheet}).order_by().values_list(*key, *columns)
        for row in values:
            rows[model, *row[: len(key)]] = dict(zip(columns, row[len(key) :], strict=True))
    return rows


def derived_rows(sheet: Sheet, replay: Replay) -> DerivedRows:
    """Return the rows that follow from the entries."""
    rows: DerivedRows = {}
    on_sheet = {"sheet_id": sheet.pk}
    for derived in replay.rows:
        row = stored_row(derived)
        columns = {name: as_stored(getattr(row, name)) for name in ROW_COLUMNS}
        rows[Row, row.id] = {"entry_id": row.id, **on_sheet, **columns}
        if derived.number is None:
            continue
        facts = facts_of(sheet, derived)
        for game, seats in facts.games:
            rows[PlayedGame, row.id, game.order] = {"row_id": row.id, **on_sheet, **columns_of(game)}
            rows |= {(PlayedSeat, row.id, game.order, seat.seat): columns_of(seat) for seat in seats}
        rows |= {(PlayedPremium, row.id, premium.order): columns_of(premium) for premium in facts.premiums}
        kontras = {(kontra.order, kontra.participant): columns_of(kontra) for kontra in facts.kontras}
        rows |= {(PlayedKontra, row.id, *key): values for key, values in kontras.items()}
    for player, points in scores_of(replay.position).items():
        score = {"participant_id": int(player), **on_sheet, **dict(zip(SCORED, points, strict=True))}
        rows[TableScore, int(player)] = score
    return rows


def as_stored(value: Any) -> Any:
    """Return a value as the database returns it: a derived tuple is a list there."""
    return list(value) if isinstance(value, tuple) else value
