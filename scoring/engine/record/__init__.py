"""The hand record: one JSON shape for every way in and out."""

from scoring.engine.record.reading import Document, is_readable, read_entry, read_hand, read_sheet
from scoring.engine.record.writing import entry_record, hand_record
