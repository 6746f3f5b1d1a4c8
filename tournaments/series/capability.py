"""Series: what they hand to the rest of the program."""

from __future__ import annotations

from scoring.capability import Capability
from scoring.sharing.feeds import Source
from tournaments.series.feeds import no_days, series_results
from tournaments.series.stored import stored_of_series
from tournaments.series.texts import retitle, typed
from tournaments.series.verifying import of_series
from tournaments.series.words import WORDS

CAPABILITY = Capability(
    urls="tournaments.series.urls",
    words=WORDS,
    typed=(typed,),
    reworded={"series": retitle},
    stored=(stored_of_series,),
    verified=(of_series,),
    feeds=(Source(no_days, series_results),),
)
