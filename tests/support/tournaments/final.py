"""The final of a series."""

from tests.support.tournaments.playing import Playing
from tests.support.tournaments.playing import opened as opened_tournament
from tournaments.engine.finals import Carry, FinalTerms
from tournaments.engine.terms import PLAY_MONEY
from tournaments.models import Series
from tournaments.series.finals import decline_final, set_final


def with_a_final(playing: Playing, series: Series) -> Series:
    """Two play in it; Cilli has declined."""
    final = opened_tournament(playing.house, title="Finale", terms=PLAY_MONEY)
    terms = FinalTerms(2, Carry.SHARE)
    playing.do(set_final, series=series, tournament=final.tournament.pk, terms=terms)
    playing.do(decline_final, series=series, person=f"m{playing.house.member('Cilli').pk}")
    return series
