"""Statistics counted a second time, slowly: hand by hand, from what is stored of each.

What that has to be is worked out in `tests/scoring/table/test_counting.py`, and verified.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any, NoReturn

from scoring.engine.sheet import replayed
from scoring.models import Club, Participant, RulesetVersion, Sheet
from scoring.rules.versions.versions import rules_of
from scoring.table.counting import HandCounted, counted
from scoring.table.replay import current_facts, start_of

SIDES = {"d": "declarer", "p": "partner", "o": "opponent", "a": "alone", "-": "apart"}
HOW = {"s": "silent", "a": "made", "m": "missed", "i": "nothing"}
STEPS = ("Kontra", "Re", "Sub", "Hirsch")
Points = dict[str, Fraction]  # by whose they are


def _plus(into: dict[str, list[Any]], key: str, *further: Any) -> None:
    before = into.setdefault(key, [0] * len(further))
    into[key] = [old + new for old, new in zip(before, further, strict=True)]


def people(club: Club) -> dict[str, str]:
    """Participant to somebody's key: the number of a member, or "~" and the guest's name."""
    there = Participant.objects.filter(evening__club=club)
    return {
        str(person.pk): str(person.member_id) if person.member_id else f"~{person.key}" for person in there
    }


@dataclass(frozen=True)
class GameSeen:
    """One game of a hand, told of everybody by their key."""

    label: str
    declarer: str
    trischaken: bool
    won: bool | None
    sides: dict[str, str]
    points: Points


@dataclass(frozen=True)
class Seen:
    """A hand, everything of it told once, so that many questions can be asked of it."""

    on: date
    evening: int
    number: int  # on its sheet
    slug: str
    posted: Points
    games: list[GameSeen]
    maids: set[str]
    mayors: set[str]
    premiums: list[tuple[str, str, str, Points]]
    kontras: list[tuple[str, set[str], Points]]

    def all_played(self, people: Collection[str]) -> bool:
        return all(person in self.posted for person in people)

    def all_against(self, me: str, people: Collection[str]) -> bool:
        """Each of them won what I lost, or would have: in a game of this hand."""
        return all(any(_foes(game, me, person) for game in self.games) for person in people)


def _foes(game: GameSeen, me: str, other: str) -> bool:
    """Whoever plays a game beside this one has nothing to do with it."""
    if me == other or other not in game.sides or "apart" in (game.sides[me], game.sides[other]):
        return False
    if game.trischaken:
        return True
    together = {"declarer", "partner"}
    return (game.sides[me] in together) is not (game.sides[other] in together)


def seen_in(club: Club) -> list[Seen]:
    """From evenings of the club, in the order in which they were played."""
    who, found = people(club), []
    sheets = Sheet.objects.filter(evening__club=club, evening__occasion="club", evening__spontaneous=False)
    for sheet in sheets.select_related("evening", "ruleset").order_by("evening__date", "evening_id", "pk"):
        for row in replayed(start_of(sheet), current_facts(sheet)).rows:
            if row.number is not None:
                hand = counted(row)
                found.append(_seen(sheet, row.number, hand, [who[str(player)] for player in hand.players]))
    return found


def _seen(sheet: Sheet, number: int, hand: HandCounted, players: list[str]) -> Seen:
    version = RulesetVersion.objects.get(pk=hand.rules) if hand.rules else sheet.ruleset
    rules = rules_of(version)

    def points(twelfths: Iterable[int]) -> Points:
        return {player: Fraction(amount, 12) for player, amount in zip(players, twelfths, strict=True)}

    games = [
        GameSeen(
            rules.contracts[game.contract].label.en,
            players[game.sides.index("d")],
            "a" in game.sides,
            game.won,
            {player: SIDES[side] for player, side in zip(players, game.sides, strict=True)},
            points(game.twelfths or hand.twelfths),
        )
        for game in hand.games
    ]
    return Seen(
        sheet.evening.date,
        sheet.evening_id,
        number,
        version.slug,
        points(hand.twelfths),
        games,
        {players[seat] for seat in hand.jungfrauen},
        {players[seat] for seat in hand.buergermeister},
        [
            (rules.premiums[row.key].label.en, players[row.seat], HOW[row.how], points(row.twelfths))
            for row in hand.premiums
        ],
        [
            (STEPS[row.step - 1], {players[seat] for seat in row.givers}, points(row.twelfths))
            for row in hand.kontras
        ],
    )


def of_member(
    hands: Sequence[Seen],
    member: int,
    *,
    rules: str = "",
    together: Collection[str] = (),
    against: Collection[str] = (),
) -> dict[str, Any]:
    """Everything of a member's page."""
    me = str(member)
    found: dict[str, Any] = {
        kind: {} for kind in ("declarer", "partner", "opponent", "premiums", "kontras", "with", "against")
    }
    trischaken = [0, 0, 0, 0, 0, Fraction(0)]
    evenings: dict[int, list[Any]] = {}
    declared: list[tuple[bool, date]] = []
    revoked = 0
    for hand in hands:
        if not hand.all_played({me, *together, *against}) or rules not in ("", hand.slug):
            continue
        if not hand.all_against(me, against):
            continue
        evening = evenings.setdefault(hand.evening, [hand.on, 0, Fraction(0)])
        evening[1] += 1
        evening[2] += hand.posted[me]
        revoked += hand.games[0].won is None
        for game in hand.games:
            sides, won, points = game.sides, game.won, game.points
            mine = sides[me]
            if game.trischaken:
                i_won = None if won is None else hand.posted[me] >= 0
            else:
                i_won = None if won is None else won == (mine in ("declarer", "partner"))
            if mine in found:
                _plus(found[mine], game.label, 1, i_won is True, i_won is False, points[me])
            if mine == "declarer" and i_won is not None:
                declared.append((i_won, hand.on))
            if game.trischaken:
                new = (1, i_won is True, i_won is False, me in hand.maids, me in hand.mayors, points[me])
                trischaken = [old + more for old, more in zip(trischaken, new, strict=True)]
            elif i_won is not None and mine != "apart":
                for other, side in sides.items():
                    if other == me or side == "apart":
                        continue
                    if (side == "opponent") != (mine == "opponent"):
                        _plus(found["against"], other, 1, i_won, points[me])
                    elif "partner" in sides.values():
                        _plus(found["with"], other, 1, i_won, points[me])
        for label, by, how, amounts in hand.premiums:
            if by == me and (how != "nothing" or amounts[me]):
                _plus(found["premiums"], label, how == "silent", how == "made", how == "missed", amounts[me])
        for label, givers, amounts in hand.kontras:
            if me in givers:
                _plus(found["kontras"], label, 1, amounts[me] > 0, amounts[me] < 0, amounts[me])
    found["trischaken"] = trischaken
    found["evenings"] = list(evenings.values())
    years: dict[int, Fraction] = {}
    for on, _, points_ in evenings.values():
        years[on.year] = years.get(on.year, Fraction(0)) + points_
    found["years"] = years
    found["revoked"] = revoked
    found["declared in a row"] = longest(declared)
    found["evenings in a row"] = longest([(points > 0, on) for on, _, points in evenings.values()])
    return found


def longest(run: list[tuple[bool, date]]) -> tuple[int, date, date] | None:
    """How long, and its first and its last day; of two as long, the first."""
    parts = ["x" if goes_on else " " for goes_on, _ in run]
    most = max(map(len, "".join(parts).split()), default=0)
    if not most:
        return None
    first = "".join(parts).index("x" * most)
    return most, run[first][1], run[first + most - 1][1]


class Highest:
    """All that may be in a list of the five highest and those equal to them: the points first, then whose."""

    def __init__(self, every: Iterable[tuple[Any, ...]]) -> None:
        self.every = sorted(every, key=lambda one: -one[0])

    def __eq__(self, shown: object) -> bool:
        """Of equals at the end all are there, or as many as stand on a page: any of them will do."""
        if not isinstance(shown, list):
            return NotImplemented
        least = min((row[0] for row in self.every[:5]), default=0)
        points = [row[0] for row in self.every if row[0] >= least][: len(shown)]
        enough = len(shown) >= min(20, sum(row[0] >= least for row in self.every))
        return enough and [row[0] for row in shown] == points and not Counter(shown) - Counter(self.every)

    def __repr__(self) -> str:
        return f"the five highest of {self.every[:12]}"

    def __hash__(self) -> NoReturn:
        raise TypeError("it stands for many lists")


def of_club(hands: Sequence[Seen], rules: str = "", together: Collection[str] = ()) -> dict[str, Any]:
    """Everything of the club's page."""
    found: dict[str, Any] = {"hands": 0, "games": {}, "premiums": {}, "kontras": {}}
    trischaken = [0, 0, 0]
    best: list[tuple[Any, ...]] = []
    evenings: dict[tuple[str, int, date], Fraction] = {}
    years: dict[tuple[str, int], Fraction] = {}
    names: dict[str, int] = {}
    last: dict[str, tuple[date, str]] = {}
    for hand in hands:
        if rules not in ("", hand.slug) or not hand.all_played(together):
            continue
        found["hands"] += 1
        for game in hand.games:
            own, won = game.points[game.declarer], game.won
            if won is not None and game.trischaken:
                won = own >= 0
            into = found["games"].setdefault(hand.slug, {})
            _plus(into, game.label, 1, won is True, won is False, own)
            names[game.label] = names.get(game.label, 0) + 1
        last |= {game.label: (hand.on, game.declarer) for game in reversed(hand.games)}
        if hand.games[0].trischaken:
            new = (1, len(hand.maids), len(hand.mayors))
            trischaken = [old + more for old, more in zip(trischaken, new, strict=True)]
        for label, by, how, amounts in hand.premiums:
            _plus(found["premiums"], label, how == "silent", how == "made", how == "missed", amounts[by])
        for label, givers, amounts in hand.kontras:
            total = sum((amounts[giver] for giver in givers), Fraction(0))
            _plus(found["kontras"], label, 1, total > 0, total < 0, total)
        for player, amount in hand.posted.items():
            mine = next((game for game in hand.games if game.declarer == player), hand.games[0])
            if amount > 0:
                best.append((amount, mine.label, player, hand.on, hand.number))
            evening = player, hand.evening, hand.on
            evenings[evening] = evenings.get(evening, Fraction(0)) + amount
            years[player, hand.on.year] = years.get((player, hand.on.year), Fraction(0)) + amount
    found["evenings played"] = len({evening for _, evening, _ in evenings})
    found["trischaken"] = trischaken
    found["best"] = Highest(best)
    found["evenings"] = Highest((won, evening, on) for (evening, _, on), won in evenings.items() if won > 0)
    several = len({year for _, year in years}) > 1
    found["years"] = Highest((won, *whose) for whose, won in years.items() if won > 0 and several)
    rare = sorted(names.items(), key=lambda item: (item[1], item[0]))[:5]
    found["rarest"] = [(label, played, *last[label]) for label, played in rare]
    return found
