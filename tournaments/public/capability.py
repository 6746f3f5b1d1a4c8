"""What everybody sees of a tournament, and the handbook's chapter for its directors."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from scoring.capability import Capability
from scoring.handbook import HandbookChapter
from tournaments.public.pages.public import shown_to_strangers

CAPABILITY = Capability(
    urls="tournaments.public.urls",
    open_to_strangers=(shown_to_strangers,),
    handbook=(
        HandbookChapter(
            3,
            "director",
            "tournaments",
            _("A tournament day"),
            _("For directors and arbiters, hour by hour; with a list to print."),
            {
                "tournaments": "before",
                "tournaments.duties": "before",
                "tournaments.entrants": "people",
                "tournaments.entrants.registration": "registration",
                "tournaments.draw.wish_list": "wishes",
                "tournaments.series.sections": "sections",
                "tournaments.draw": "draw",
                "tournaments.rounds": "round",
                "tournaments.corrections.disputes": "disputes",
                "tournaments.corrections": "repair",
                "tournaments.series": "series",
                "tournaments.series.groups": "series",
                "tournaments.series.finals": "series",
                "tournaments.standings": "after",
                "tournaments.cash": "after",
                "tournaments.prizes": "after",
                "tournaments.public": "hall",
                "tournaments.export": "after",
            },
        ),
    ),
)
