"""Statistics counted a second time, slowly: from the records as JSON and from what hands settle to.

Nothing of `scoring.table.counting` or `scoring.table.pages` is used here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple, NoReturn

from scoring.engine.facts import Game, Hand, Premium
from scoring.engine.record import read_entry
from scoring.engine.result import Line
from scoring.engine.rules import Rules
from scoring.engine.settling import settle
from scoring.models import Club, Entry, Participant, RulesetVersion, Sheet
from scoring.rules.versions.versions import rules_of

LADDER = {"kontra": 2, "re": 4, "sub": 8, "hirsch": 16}
WORDS = {"kontra": "Kontra", "re": "Re", "sub": "Sub", "hirsch": "Hirsch"}
TIMES = {
    ("karlsruhe", "schneider", False): 2,
    ("karlsruhe", "valat", False): 8,
    ("karlsruhe", "valat", True): 8,
    ("oberoesterreich", "valat", False): 4,
    ("oberoesterreich", "valat", True): 8,
}  # made premiums that multiply the game
HUSHED_BY_A_SILENT_VALAT = {"wien"}  # the kontra on the game
Points = dict[str, Fraction]  # by participant


class Played(NamedTuple):
    """A hand that counts."""

    on: date
    evening: int
    sheet: int
    number: int
    slug: str
    rules: Rules
    record: dict[str, Any]
    players: list[str]
    radl: bool
    posted: dict[str, Fraction]

    @property
    def hand(self) -> Hand:
        found = read_entry(self.record, self.rules)
        assert isinstance(found, Hand)
        return replace(found, players=tuple(self.players), radl=self.radl)


def played_in(club: Club) -> Iterator[Played]:
    """From evenings of the club, in the order in which they were played."""
    sheets = Sheet.objects.filter(evening__club=club, evening__occasion="club", evening__spontaneous=False)
    versions = {ruleset_version.pk: ruleset_version for ruleset_version in RulesetVersion.objects.all()}
    for sheet in sheets.select_related("evening").order_by("evening__date", "evening_id", "pk"):
        heads: dict[int, Entry] = {}
        for entry in Entry.objects.filter(sheet=sheet).order_by("seq"):
            heads[entry.place] = entry
        version, options, number = versions[sheet.ruleset_id], sheet.options, 0
        rows = {row.pk: row for row in sheet.rows.all()}
        for place in sorted(heads):
            record = heads[place].record
            if record is None:
                continue
            if record.get("event") == "rules":
                version, options = versions[record["version"]], record.get("options", {})
            if "games" not in record:
                continue
            number += 1
            row = rows[heads[place].pk]
            posted = {amount: Fraction(kassa, 12) for amount, (kassa, _schrift) in row.amounts.items()}
            rules = rules_of(version).under(options).under(record.get("options", {}))
            yield Played(
                sheet.evening.date,
                sheet.evening_id,
                sheet.pk,
                number,
                version.slug,
                rules,
                record,
                list(row.players),
                row.radl,
                posted,
            )


def _settled(hand: Hand, rules: Rules) -> Points:
    return {player: Fraction(amount) for player, amount in settle(hand, rules).payouts.items()}


def _apart(one: Played) -> list[Points]:
    """What each of the games came to by itself."""
    hand = one.hand
    if len(hand.games) == 1:
        return [one.posted]
    found = []
    without_claims = hand.revoke and replace(hand.revoke, claims={})
    beside = {game.declarer for game in hand.games}
    for game in hand.games:
        alone = replace(hand, games=(game,), revoke=without_claims)
        if one.rules.options["bei_settlement"] == "all":
            found.append(_settled(alone, one.rules))
            continue
        # The other declarers have nothing to do with it: they are taken out, one after the other.
        whole = _settled(alone, one.rules)
        if hand.revoke is None:
            for other in beside - {game.declarer}:
                whole[game.declarer] += whole[other]
                whole[other] = Fraction(0)
            found.append(whole)
        else:
            found.append(_revoked_beside(one, game, beside))
    rest = {player: sum((points[player] for points in found[1:]), Fraction(0)) for player in hand.players}
    first = {player: one.posted[player] - rest[player] for player in hand.players}
    if hand.revoke is None:
        assert first == found[0], one
    return [first, *found[1:]]


def _revoked_beside(one: Played, game: Game, beside: set[str]) -> Points:
    """What those who revoked pay for one of several games whose declarers have nothing to do with each other.

    To each opponent the value, doubled by the own kontra; to the declarer the sum over the opponents.
    """
    assert one.hand.revoke is not None
    offenders = one.hand.revoke.offenders
    value = Fraction(one.rules.contracts[game.contract].value * (2 if one.radl else 1))
    worth = {
        player: value * LADDER.get(game.kontras.get(player, ""), 1)
        for player in one.players
        if player not in beside
    }
    due = {**worth, game.declarer: sum(worth.values(), Fraction(0))}
    found = {player: due.get(player, Fraction(0)) for player in one.players if player not in offenders}
    return {**found, **dict.fromkeys(offenders, -sum(found.values(), Fraction(0)) / len(offenders))}


def _won(one: Played, game: dict[str, Any]) -> bool | None:
    record = one.record
    if "revoke" in record:
        return None
    valats = {
        (premium["by"] in (game["declarer"], game.get("partner"))) == bool(premium.get("made"))
        for premium in record.get("premiums", [])
        if premium["premium"] == "valat" and (premium.get("made") or premium.get("announced"))
    }
    if len(valats) == 1:  # both sides can have missed one
        return valats.pop()
    contract = one.rules.contracts[game["contract"]]
    if contract.tricks is not None:  # nobody may pay for it: all four may be declarers
        return bool(game["won"]) if "won" in game else bool(game["tricks"] == contract.tricks)
    bare = replace(one.hand, premiums=())
    return _settled(bare, one.rules)[game["declarer"]] > 0


def _sides(one: Played, game: dict[str, Any]) -> dict[str, str]:
    kind = one.rules.contracts[game["contract"]].kind.value
    found = {}
    beside = {other["declarer"] for other in one.record["games"]}
    for player in one.players:
        if player == game["declarer"]:
            found[player] = "declarer"
        elif player == game.get("partner"):
            found[player] = "partner"
        elif kind == "trischaken":
            found[player] = "alone"
        elif one.rules.options["bei_settlement"] == "opponents" and player in beside:
            found[player] = "apart"
        else:
            found[player] = "opponent"
    return found


def _line_of(one: Played, key: str, by: str) -> Line:
    """The line of a premium: where both sides announced it, it says whose it is."""
    lines = [line for line in settle(one.hand, one.rules).lines if line.subject == key]
    return lines[0] if len(lines) == 1 else next(line for line in lines if line.by == (by,))


def _effect(one: Played, level: str, game: Game, key: str = "", by: str = "") -> Points:
    """What this level adds to the one before it: the line settled with both, everything else left out."""
    names = list(LADDER)
    before = names[names.index(level) - 1] if names.index(level) else None
    hand = one.hand
    if key:
        if not any(_line_of(one, key, by).amounts):
            return dict.fromkeys(one.players, Fraction(0))
        game = replace(game, kontra=None)
        ways = [
            replace(
                hand,
                games=(game,),
                premiums=tuple(
                    replace(premium, kontra=said) if (premium.premium, premium.by) == (key, by) else premium
                    for premium in hand.premiums
                    if (premium.premium, premium.by) == (key, by) or _sweeps(one, premium)
                ),
            )
            for said in (level, before)
        ]
    else:
        fixed = {} if game.points is None else {"points": None, "won": _wins_by_points(one, game)}
        ways = [
            replace(hand, games=(replace(game, kontra=said, **fixed),), premiums=_beside_the_game(hand))
            for said in (level, before)
        ]
    with_it, without = (_settled(way, one.rules) for way in ways)
    return {player: with_it[player] - without[player] for player in one.players}


def _sweeps(one: Played, premium: Premium) -> bool:
    """Does this missed Valat take what its side made with it?"""
    return premium.premium == "valat" and not premium.made and one.rules.options["valat_lost_sweep"] == "on"


def _wins_by_points(one: Played, game: Game) -> bool:
    needed = one.rules.needs
    contract = one.rules.contracts[game.contract]
    if contract.needs_after_kontra is not None and game.kontra and not game.kontra_void:
        needed = contract.needs_after_kontra
    assert game.points is not None
    return game.points >= needed


def _beside_the_game(hand: Hand) -> tuple[Any, ...]:
    """What belongs to the line of the game: Valat and Schneider may multiply or replace it."""
    return tuple(premium for premium in hand.premiums if premium.premium in ("valat", "schneider"))


def kontras_of(one: Played) -> Iterator[tuple[str, set[str], Points]]:
    """Level, who gave it, what it brought everybody."""
    if "revoke" in one.record:
        return
    hand = one.hand
    for game, raw in zip(hand.games, one.record["games"], strict=True):
        own = {raw["declarer"], raw.get("partner")} - {None}
        others = set(one.players) - own
        alone = one.rules.contracts[game.contract].solo and raw.get("king") == "talon"
        void = alone and one.record.get("options", {}).get("talon_king_kontra") != "counts"
        for opponent, level in raw.get("kontras", {}).items():
            for number, said in enumerate(LADDER):
                times = LADDER[said] - (LADDER[list(LADDER)[number - 1]] if number else 1)
                alone = replace(hand, games=(replace(game, kontras={}),))
                unit = _settled(alone, one.rules)[opponent] if len(hand.games) == 1 else _bei_unit(one, game)
                amounts = dict.fromkeys(one.players, Fraction(0))
                amounts[opponent], amounts[game.declarer] = unit * times, -unit * times
                yield said, {opponent} if number % 2 == 0 else {game.declarer}, amounts
                if said == level:
                    break
        hushed = one.slug in HUSHED_BY_A_SILENT_VALAT and any(
            premium["premium"] == "valat" and premium["made"] and not premium.get("announced")
            for premium in one.record.get("premiums", [])
        )
        if not void and not hushed and "kontra" in raw and not raw.get("kontra_void"):
            yield from _ladder(one, game, raw["kontra"], others, own)
        for premium in one.record.get("premiums", []):
            if void or "kontra" not in premium or premium.get("kontra_void"):
                continue
            side = own if premium["by"] in own else others
            rest = set(one.players) - side
            yield from _ladder(one, game, premium["kontra"], rest, side, premium["premium"], premium["by"])


def _bei_unit(one: Played, game: Game) -> Fraction:
    contract = one.rules.contracts[game.contract]
    value = Fraction(contract.value * (2 if one.radl else 1))
    alone = replace(one.hand, games=(replace(game, kontras={}),))
    return -value if _settled(alone, one.rules)[game.declarer] > 0 else value


def _ladder(
    one: Played, game: Game, level: str, odd: set[str], even: set[str], key: str = "", by: str = ""
) -> Iterator[tuple[str, set[str], Points]]:
    for number, said in enumerate(LADDER):
        yield said, odd if number % 2 == 0 else even, _effect(one, said, game, key, by)
        if said == level:
            return


def premiums_of(one: Played) -> Iterator[tuple[str, str, str, Points]]:
    """Key, whose, how, what it brought everybody."""
    if "revoke" in one.record or any(game.get("conceded") for game in one.record["games"]):
        return
    settlement = settle(one.hand, one.rules)
    for raw in one.record.get("premiums", []):
        key, announced = raw["premium"], bool(raw.get("announced"))
        how = ("made" if raw["made"] else "missed") if announced else ("silent" if raw["made"] else "nothing")
        rule = one.rules.premiums[key]
        if rule.effect.value == "multiplies":
            if how == "nothing":
                amounts = dict.fromkeys(one.players, Fraction(0))
            else:
                times = TIMES[one.slug, key, announced]
                valats = [other for other in one.record["premiums"] if other["premium"] == "valat"]
                game = settlement.lines[valats.index(raw) if raw in valats else 0].amounts
                amounts = {
                    player: Fraction(amount) - Fraction(amount) / times
                    for player, amount in zip(one.players, game, strict=True)
                }
        else:
            line = _line_of(one, key, raw["by"])
            amounts = dict(zip(one.players, map(Fraction, line.amounts), strict=True))
        yield key, raw["by"], how, amounts


KNOWS_THE_PLACES_ALONE = {"karlsruhe"}


def jungfrauen(one: Played) -> tuple[set[str], set[str]]:
    """And Bürgermeister."""
    game = one.record["games"][0]
    if "revoke" in one.record or one.slug in KNOWS_THE_PLACES_ALONE:
        return set(), set()
    if isinstance(game.get("points"), dict):
        thirds = {}
        for player, written in game["points"].items():
            whole, _, part = written.partition("/")
            thirds[player] = 3 * int(whole) + int(part or 0)
        return {third for third in thirds if thirds[third] == 0}, {
            third for third in thirds if thirds[third] >= 107
        }
    mayor = {game["order"][0][0]} if game.get("buergermeister") else set()
    return set(game.get("jungfrau", [])), mayor


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
    """Everything that the pages are asked for is read from this."""
    who = people(club)

    def named(points: Points) -> Points:
        return {who[player]: amount for player, amount in points.items()}

    found = []
    for played in played_in(club):
        games = []
        for raw, points in zip(played.record["games"], _apart(played), strict=True):
            contract = played.rules.contracts[raw["contract"]]
            games.append(
                GameSeen(
                    contract.label.en,
                    who[raw["declarer"]],
                    contract.kind.value == "trischaken",
                    _won(played, raw),
                    {who[player]: side for player, side in _sides(played, raw).items()},
                    named(points),
                )
            )
        maids, mayors = jungfrauen(played) if games[0].trischaken else (set(), set())
        found.append(
            Seen(
                played.on,
                played.evening,
                played.number,
                played.slug,
                {who[player]: played.posted[player] for player in played.players},
                games,
                {who[player] for player in maids},
                {who[player] for player in mayors},
                [
                    (played.rules.premiums[key].label.en, who[by], how, named(amounts))
                    for key, by, how, amounts in premiums_of(played)
                ],
                [
                    (WORDS[level], {who[giver] for giver in givers}, named(amounts))
                    for level, givers, amounts in kontras_of(played)
                ],
            )
        )
    return found


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
