"""Rulings on results, shown beside the standings: the player, the ruling, and why."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournaments.engine.played import RankedTournament
from tournaments.models import ResultRuling
from tournaments.wording import adjustment_in_words


def ruled_in_words(
    whole: RankedTournament, names: Mapping[str, str], round_: int | None = None
) -> tuple[str, ...]:
    """Return a sentence for every current ruling in a round, or (None) in any.

    One query, and none where nothing is ruled.
    """
    ruled = {
        ranked.round.pk: ranked.round.number
        for ranked in whole.rounds
        if round_ in (None, ranked.round.number)
        and any(player.ruled for table in ranked.at_tables for player in table)
    }
    if not ruled:
        return ()
    rulings = ResultRuling.objects.holding().filter(table__round__in=ruled)
    rulings = rulings.select_related("table", "entrant", "reason").order_by(
        "table__round__number", "at", "pk"
    )
    return tuple(
        _in_words(
            ruling, ruled[ruling.table.round_id], names, says_round=round_ is None and len(whole.rounds) > 1
        )
        for ruling in rulings
    )


def _in_words(ruling: ResultRuling, number: int, names: Mapping[str, str], *, says_round: bool) -> str:
    """Return one ruling: "Karl (table 3), ruled: −10 points: played out of turn"."""
    values = {
        "round": number,
        "table": ruling.table.number,
        "name": names.get(ruling.player, ""),
        "ruled": adjustment_in_words(ruling.adjustment),
        "reason": ruling.reason.text or _("removed"),
    }
    if ruling.player and says_round:
        return _("%(name)s (round %(round)d, table %(table)d), %(ruled)s: %(reason)s") % values
    if ruling.player:
        return _("%(name)s (table %(table)d), %(ruled)s: %(reason)s") % values
    if says_round:
        return _("Round %(round)d, table %(table)d, %(ruled)s: %(reason)s") % values
    return _("Table %(table)d, %(ruled)s: %(reason)s") % values
