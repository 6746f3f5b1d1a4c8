"""A season under another sheet: the standings as they are and as they would be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.engine.result import Amount, exact
from scoring.engine.rules import Rules
from scoring.engine.what_if import WhatIfTally
from scoring.models import Participant, Sheet
from scoring.names import sorting
from scoring.rule_editor.what_if.recounting import LossesInWords, Recount, losses_in_words
from scoring.season.pages.season import Season


class RankedWhatIf(NamedTuple):
    """Somebody's place really and as it would be, over the hands that exist on both sheets."""

    name: str
    sorting: str
    really: Amount
    comparable: Amount
    thought: Amount
    rank_really: int
    rank_thought: int

    @property
    def difference(self) -> Amount:
        return exact(self.thought - self.comparable)

    @property
    def climbed(self) -> int:
        """Return how many ranks are gained (+) or lost (−)."""
        return self.rank_really - self.rank_thought


@dataclass(frozen=True)
class SeasonWhatIf:
    """What the page shows; guests have ranks of their own. Whoever would be first comes first."""

    members: tuple[RankedWhatIf, ...]
    guests: tuple[RankedWhatIf, ...]
    losses: LossesInWords


def season_what_if(season: Season, rules: Rules, language: str) -> SeasonWhatIf:
    """Return the standings recomputed under other rules; in six queries, whatever there is."""
    recount = Recount(rules)
    sheets = Sheet.objects.filter(season.counts("evening__")).order_by()
    sheets = sheets.only("ruleset", "options", "standing", "players", "dealer").prefetch_related("ruleset")
    for _hand in recount.hands(sheets, season.counts("sheet__evening__")):
        pass  # only the sums are shown
    members: dict[int, WhatIfTally] = {}
    guests: dict[str, WhatIfTally] = {}
    spelt: dict[str, str] = {}
    people = Participant.objects.filter(season.counts("evening__")).order_by("evening__date", "pk")
    for pk, member, guest, key in people.values_list("pk", "member", "guest", "key"):
        tally = recount.tallies.get(str(pk))
        if tally is None or not tally.hands:
            continue
        if member is not None:
            members.setdefault(member, WhatIfTally()).add(tally)
        else:
            guests.setdefault(key, WhatIfTally()).add(tally)
            spelt[key] = guest
    names = dict(season.club.members.order_by().values_list("pk", "name"))
    return SeasonWhatIf(
        _compared([(names[pk], tally) for pk, tally in members.items()]),
        _compared([(spelt[key], tally) for key, tally in guests.items()]),
        losses_in_words(recount.losses, language),
    )


def _compared(tallies: Sequence[tuple[str, WhatIfTally]]) -> tuple[RankedWhatIf, ...]:
    really = _ranks([tally.comparable for _name, tally in tallies])
    thought = _ranks([tally.thought for _name, tally in tallies])
    found = [
        RankedWhatIf(
            name,
            sorting(name),
            tally.really,
            tally.comparable,
            tally.thought,
            really[tally.comparable],
            thought[tally.thought],
        )
        for name, tally in tallies
    ]
    return tuple(sorted(found, key=lambda person: (person.rank_thought, person.sorting)))


def _ranks(points: Sequence[Amount]) -> dict[Amount, int]:
    """Return the rank of each number of points; where several share one, the next ones are left out.

    >>> _ranks([3, 5, 3, 0])
    {5: 1, 3: 2, 0: 4}
    """
    ranks: dict[Amount, int] = {}
    for place, amount in enumerate(sorted(points, reverse=True), 1):
        ranks.setdefault(amount, place)
    return ranks
