"""What hangs on the tables of a closed round: standings, and who chooses prizes."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.table_policy import ElsewherePlace
from tournaments.models import Round, Table
from tournaments.standings.derived import ranked
from tournaments.standings.pages.prizes import PrizesOfRound, prizes_shown
from tournaments.standings.pages.standings import ShownStandings, overall_shown, round_shown
from tournaments.standings.prizes import offered


def standing_of(table: Table) -> Mapping[ElsewherePlace, str]:
    """Return who stands where in the table's round and overall, and who chooses prizes, in words."""
    round_ = table.round
    whole, names = ranked(round_.tournament), round_.tournament.evening.names()
    found = dict(_placed(round_shown(whole, round_, names)))
    if (overall := overall_shown(whole, names)) is not None:
        found |= _placed(overall)
    for about in (round_, None):
        shown = prizes_shown(whole, about, offered(round_.tournament, about), names)
        found |= _choosing(shown, _("Prizes: %(title)s") % {"title": _titled(about)})
    return found


def _placed(standings: ShownStandings) -> Iterator[tuple[ElsewherePlace, str]]:
    title = _("Standings: %(title)s") % {"title": standings.title}
    for row in standings.rows:
        words = _("shared rank %(rank)d, %(amount)s") if row.tied else _("rank %(rank)d, %(amount)s")
        said = words % {"rank": row.rank, "amount": standings.amount_of(row)}
        yield ElsewherePlace(title, row.name), said


def _choosing(shown: PrizesOfRound, title: str) -> Iterator[tuple[ElsewherePlace, str]]:
    """Yield who chooses first, second and so on, and between whom a lot has to be drawn."""
    for place, player in enumerate(shown.order, 1):
        yield ElsewherePlace(title, _("chooses as number %(place)d") % {"place": place}), player.name
    for number, tie in enumerate(shown.ties, 1):
        yield (
            ElsewherePlace(title, _("lots to be drawn (%(number)d)") % {"number": number}),
            ", ".join(tie.names),
        )


def _titled(round_: Round | None) -> str:
    return _("Overall") if round_ is None else _("Round %(number)d") % {"number": round_.number}


def decided_by(table: Table) -> list[str]:
    """Return the prizes that were given, which stay whose they are, in sentences."""
    round_ = table.round
    tournament, names = round_.tournament, round_.tournament.evening.names()
    given = [
        f"{prize.name}: {names[str(prize.taken_by.participant_id)]}"
        for about in (round_, None)
        for prize in offered(tournament, about)
        if prize.taken_by is not None
    ]
    if not given:
        return []
    words = ngettext(
        "This prize has been given and stays with its winner until you change it: %(prizes)s.",
        "These prizes have been given and stay with their winners until you change it: %(prizes)s.",
        len(given),
    )
    return [words % {"prizes": "; ".join(given)}]
