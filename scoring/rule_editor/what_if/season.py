"""A season under another sheet: the standings as they are and as they would be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from scoring.engine.result import Amount
from scoring.engine.rules import Rules
from scoring.engine.what_if import WhatIfTally
from scoring.models import Participant, Sheet
from scoring.names import sorting
from scoring.rule_editor.what_if.recounting import Recount, losses_in_words
from scoring.season.pages.season import Season


class RankedWhatIf(NamedTuple):
    """What somebody has, with the place really and as it would be, over the hands of both sheets."""

    name: str
    tally: WhatIfTally
    rank_really: int
    rank_thought: int

    @property
    def climbed(self) -> int:
        """Return how many ranks are gained (+) or lost (−)."""
        return self.rank_really - self.rank_thought


def season_what_if(season: Season, rules: Rules, language: str) -> dict[str, Any]:
    """Return the standings recomputed under other rules, guests apart; in six queries, whatever there is."""
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
    return {
        "members": _compared([(names[pk], tally) for pk, tally in members.items()]),
        "guests": _compared([(spelt[key], tally) for key, tally in guests.items()]),
        "losses": losses_in_words(recount.losses, language),
    }


def _compared(tallies: Sequence[tuple[str, WhatIfTally]]) -> list[RankedWhatIf]:
    """Return whoever would be first before the others."""
    really = _ranks([tally.comparable for _name, tally in tallies])
    thought = _ranks([tally.thought for _name, tally in tallies])
    found = [
        RankedWhatIf(name, tally, really[tally.comparable], thought[tally.thought]) for name, tally in tallies
    ]
    return sorted(found, key=lambda person: (person.rank_thought, sorting(person.name)))


def _ranks(points: Sequence[Amount]) -> dict[Amount, int]:
    """Return the rank of each number of points; where several share one, the next ones are left out.

    >>> _ranks([3, 5, 3, 0])
    {5: 1, 3: 2, 0: 4}
    """
    ranks: dict[Amount, int] = {}
    for place, amount in enumerate(sorted(points, reverse=True), 1):
        ranks.setdefault(amount, place)
    return ranks
