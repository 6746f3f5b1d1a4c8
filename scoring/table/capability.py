"""One table: what it hands to the rest of the program."""

from __future__ import annotations

from secrets import token_hex

from scoring.capability import Capability
from scoring.models import Sheet
from scoring.sealing import LinkKind
from scoring.table.words import WORDS

CAPABILITY = Capability(
    urls="scoring.table.urls",
    words=WORDS,
    links=(
        LinkKind(
            model=Sheet,
            columns=("record_link", "read_link"),
            end=lambda rows: rows.update(salt=token_hex()),
            club="evening__club",
            one="table, to record and to look on",
            many="tables, to record and to look on",
        ),
    ),
)
