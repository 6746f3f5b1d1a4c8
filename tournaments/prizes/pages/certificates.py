"""The certificates of a tournament, or of one of its rounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.engine.money import number_in_words
from scoring.season.pages.certificates import Certificate, CertificateTexts, TextLine
from scoring.web.amounts import noted
from scoring.web.language import current_language
from tournaments.engine.criteria import CRITERIA, CriterionAmounts, Need
from tournaments.models import Lot, Round, Stage, State, Tournament
from tournaments.standings.derived import RankedTournament, overall_criteria, ranked
from tournaments.standings.pages.standings import StandingsPart, overall_shown, round_shown
from tournaments.standings.prizes import offered, open_ties, places_of


@dataclass(frozen=True, slots=True)
class Certificates:
    """Of everybody who is ranked."""

    occasion: CertificateTexts
    all: tuple[Certificate, ...]
    of_sections: tuple[Certificate, ...]  # where all are ranked together, and each section beside
    wait: bool  # a lot can still decide between equals


class RankingFigure(NamedTuple):
    """An amount that decides the rank, with its label."""

    label: str
    amount: str


def are_ready(tournament: Tournament, round_: Round | None) -> bool:
    """Nothing is played any more that could change them."""
    return tournament.state == State.FINISHED or (round_ is not None and round_.stage == Stage.CLOSED)


def certificates_of(tournament: Tournament, round_: Round | None) -> Certificates | None:
    """None where every round ranks only by itself; the same few queries however many people there are."""
    whole, names = ranked(tournament, only=round_), tournament.evening.names()
    shown = overall_shown(whole, names) if round_ is None else round_shown(whole, round_, names)
    if shown is None:
        return None
    prizes = offered(tournament, round_)
    taken: dict[str, list[str]] = {}
    for prize in prizes:
        if prize.taken_by is not None:
            taken.setdefault(str(prize.taken_by.participant_id), []).append(prize.name)
    return Certificates(
        _occasion(tournament, round_),
        tuple(_written(shown.parts, whole, round_, taken)),
        tuple(_written(shown.beside, whole, round_, taken)),
        any(tie.about == Lot.About.RANK for tie in open_ties(whole, round_, prizes)),
    )


def _occasion(tournament: Tournament, round_: Round | None) -> CertificateTexts:
    title, evening = tournament.title, tournament.evening
    if round_ is not None:
        title = _("%(title)s, round %(round)d") % {"title": title, "round": round_.number}
    day = date_format(evening.date, pgettext("date format", "j F Y"))
    where = ", ".join(filter(None, (evening.place, day)))
    signatures = (_("Tournament director"), _("For the club"))
    return CertificateTexts(TextLine(tournament.club.name), TextLine(title), TextLine(where), signatures)


def _written(
    parts: Iterable[StandingsPart],
    whole: RankedTournament,
    round_: Round | None,
    taken: Mapping[str, Sequence[str]],
) -> Iterator[Certificate]:
    criteria = whole.terms.round_criteria if round_ else overall_criteria(whole.terms)
    values = {place.player: place.values for place in places_of(whole, round_)}
    for part in parts:
        for row in part.rows:
            label, amount = _figure(criteria, values[row.player])
            yield Certificate(
                person=row.player,
                name=row.name,
                rank=row.rank or 0,
                tied=row.tied,
                label=label,
                amount=amount,
                among=part.title,
                prizes=tuple(taken.get(row.player, ())),
            )


def _figure(criteria: Sequence[str], values: Mapping[str, CriterionAmounts]) -> RankingFigure:
    """Of the first criterion that shows one."""
    for name in criteria:
        if values[name]:
            show = noted if Need.SCHRIFT in CRITERIA[name].needs else number_in_words
            return RankingFigure(CRITERIA[name].label.in_language(current_language()), show(values[name][0]))
    return RankingFigure("", "")
