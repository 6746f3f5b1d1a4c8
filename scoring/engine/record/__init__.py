"""The hand record: one JSON shape for every way in and out."""

from scoring.engine.record.reading import Document, entry_from_dict, from_dict, is_readable, read_sheet
from scoring.engine.record.shapes import (
    EntryRecord,
    GameRecord,
    HandRecord,
    PremiumRecord,
    RevokeRecord,
    TableRecord,
)
from scoring.engine.record.writing import to_dict
