"""The handbook's chapters about one table, its club and its year."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from scoring.capability import Capability
from scoring.handbook.chapters import HandbookChapter

CAPABILITY = Capability(
    urls="scoring.handbook.urls",
    handbook=(
        HandbookChapter(
            1,
            "players",
            "scoring",
            _("At the table"),
            _("For players and scorers."),
            {
                "scoring.table": "recording",
                "scoring.table.views.corrections": "correcting",
                "scoring.table.views.putting_right": "correcting",
                "scoring.table.views.voices": "confirming",
                "scoring.table.views.offline": "offline",
                "scoring.evenings.views.seating": "start",
                "scoring.evenings.views.settling": "settling",
                "scoring.calculator": "calculator",
            },
        ),
        HandbookChapter(
            2,
            "secretary",
            "scoring",
            _("The club"),
            _("For secretaries: people, evenings, the season, what goes in and out."),
            {
                "scoring.clubs": "members",
                "scoring.clubs.views.accounts": "account",
                "scoring.clubs.views.clubs": "setup",
                "scoring.clubs.views.open_sessions": "account",
                "scoring.clubs.views.second_factor": "account",
                "scoring.evenings": "evenings",
                "scoring.coming": "coming",
                "scoring.season": "season",
                "scoring.clubs.guests": "guests",
                "scoring.old_sheets": "old-sheets",
                "scoring.sharing": "sharing",
                "scoring.export": "out",
                "scoring.archive": "archive",
                "scoring.clubs.privacy": "privacy",
                "scoring.demo": "setup",
            },
        ),
        HandbookChapter(
            4,
            "rules",
            "scoring",
            _("Rules of the house"),
            _("For those who look after a club's rules."),
            {
                "scoring.rule_editor.published": "sheets",
                "scoring.rule_editor": "own",
                "scoring.rule_editor.views.house_rules_compare": "compare",
                "scoring.rule_editor.what_if": "compare",
            },
        ),
        HandbookChapter(
            5,
            "server",
            "scoring",
            _("The server"),
            _("For those who install the program and keep it running."),
            {"scoring.server.imprint": "imprint", "scoring.server.error_reports": "health"},
        ),
    ),
)
