"""Series: what they hand to the rest of the program."""

from __future__ import annotations

from django.db.models import Q

from scoring.capability import Capability
from scoring.sealing import LinkKind
from scoring.sharing.feeds import Source
from tournaments.models import Series
from tournaments.series.personal_data import retitle, stored_of_series, typed
from tournaments.series.sharing import no_days, series_results
from tournaments.series.verifying import of_series
from tournaments.series.words import WORDS

CAPABILITY = Capability(
    urls="tournaments.series.urls",
    words=WORDS,
    links=(
        LinkKind(
            model=Series,
            columns=("code",),
            open=~Q(code=""),
            end=lambda rows: rows.update(code=""),
            club="club",
            one="series open to everybody",
            many="series open to everybody",
        ),
    ),
    typed=(typed,),
    reworded={"series": retitle},
    stored=(stored_of_series,),
    verified=(of_series,),
    feeds=(Source(no_days, series_results),),
)
