"""A club's own rule sheets: what it hands to the rest of the program."""

from __future__ import annotations

from secrets import token_hex

from django.db.models import Q

from scoring.capability import Capability
from scoring.models import Ruleset
from scoring.rule_editor.words import WORDS
from scoring.sealing import LinkKind

CAPABILITY = Capability(
    urls="scoring.rule_editor.urls",
    words=WORDS,
    links=(
        LinkKind(
            model=Ruleset,
            columns=("shown_at", "salt"),
            open=~Q(shown_at=None),
            end=lambda rows: rows.update(shown_at=None, salt=token_hex()),
            club="club",
            one="rule sheet on offer",
            many="rule sheets on offer",
        ),
    ),
)
