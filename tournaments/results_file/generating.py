"""Generate a whole legal tournament as a results file from a seed, for tests and other programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from scoring.engine.customs import Counting, Kind
from scoring.engine.loading import resolved
from scoring.engine.record import entry_from_dict
from scoring.engine.rules import Contract, Rules
from scoring.engine.table import Table
from scoring.export.results_file import HEAD
from scoring.rules import published, read
from scoring.rules.exporting import toml_of
from tournaments.engine.criteria import MONEY_SUM
from tournaments.engine.lots import drawn_from
from tournaments.engine.meetings import RoundSeating
from tournaments.engine.seating import PROCEDURE, Drawn, Method, draw
from tournaments.engine.sections import drawn_within, even_sizes
from tournaments.engine.seeded_random import Dice
from tournaments.engine.sizes import sizes
from tournaments.engine.terms import CUP, PRESETS, Format, Overall, Terms, options_for
from tournaments.engine.wishes import SeatWish
from tournaments.results_file.checking import filled
from tournaments.results_file.deriving import digest_of
from tournaments.results_file.reading import Document

BEGIN = datetime(2026, 11, 21, 14, 0, tzinfo=UTC)
ROUND_LASTS, HAND_LASTS = timedelta(hours=2), timedelta(minutes=4)
TRIES = 60
WITH_FIVES = 3  # so many fives at most, and players modulo 4
WITHOUT_END = 8  # hands at a table that plays for a time
REASON, LOST, LATE = "verschrieben", "Zettel verloren", "kam zu spät"


class GeneratorSettings(NamedTuple):
    """What a generated tournament may have beside players, rounds and a sheet."""

    trouble: bool = False
    sections: int = 0  # each draws its own tables and has its own places
    fives: bool = False  # at as many tables as can be
    preset: str = ""  # the terms of this one, and its sheet
    method: str = ""  # of draws


def generated(
    players: int,
    rounds: int,
    seed: str,
    *,
    rules: str = "cup",
    trouble: bool = False,
    sections: int = 0,
    fives: bool = False,
    preset: str = "",
    method: str = "",
) -> Document:
    """Return a tournament that was played to its end; the same for the same seed."""
    settings = GeneratorSettings(trouble, sections, fives, preset, method)
    return _Day(players, rounds, seed, rules, settings).document()


class _Day:
    def __init__(self, players: int, rounds: int, seed: str, slug: str, settings: GeneratorSettings) -> None:
        self.seed, self.trouble, self.rounds, self.wanted = seed, settings.trouble, rounds, settings
        self.dice = Dice(seed)
        slug = next((preset.rules for preset in PRESETS if preset.slug == settings.preset), slug)
        if settings.fives:
            players += (WITH_FIVES - players) % 4
        text = toml_of(resolved(slug, read))
        self.digest, self.rules = digest_of(text), published()[slug]
        self.sheets = {self.digest: {"slug": slug, "text": text}}
        self.terms = _terms(slug, rounds, settings)
        self.options = options_for(self.terms, self.rules)
        width = len(str(players + 1))
        self.players = [f"{number:0{width}}" for number in range(1, players + 1)]
        self.house = f"{players + 1:0{width}}"
        self.past: list[RoundSeating] = []
        parts = even_sizes(players, settings.sections) if settings.sections else (players,)
        self.groups = [self.players[sum(parts[:n]) : sum(parts[: n + 1])] for n in range(len(parts))]

    def document(self) -> Document:
        people: list[Document] = [
            {"id": player, "name": f"Gast {int(player)}"} | self._section(number)
            for number, group in enumerate(self.groups, 1)
            for player in group
        ]
        if self.trouble:
            people.append({"id": self.house, "name": "Aushilfe", "house": True})
        document: Document = {
            **HEAD,
            "kind": "tournament",
            "event": {"title": f"Turnier {self.seed}", "date": f"{BEGIN:%Y-%m-%d}", "finished": True},
            "rules": self.sheets,
            "terms": self.terms.as_json(),
            "people": people,
            "staff": [{"name": "Turnierleitung", "duty": "director"}],
            "rounds": [self._round(number) for number in range(1, self.rounds + 1)],
        }
        whole = filled(document)
        lots = list(self._lots(whole))
        return filled({**whole, "lots": lots}) if lots else whole

    def _section(self, number: int) -> Document:
        return {"section": number} if self.wanted.sections else {}

    def _lots(self, document: Document) -> Iterator[Document]:
        """Draw lots between people with the same place at the end, as all terms require."""
        for number, players in enumerate(tied(document.get("standings", ())), 1):
            seed = f"{self.seed} {number}"
            order = drawn_from(seed, [player for player in self.players if player in players])
            yield {"about": "rank", "seed": seed, "order": order}

    def _round(self, number: int) -> Document:
        begin = BEGIN + (number - 1) * ROUND_LASTS
        late = self.players[-2:] if self.trouble and number == 1 and len(self.players) > 12 else []
        groups = [[player for player in group if player not in late] for group in self.groups]
        seed = f"{self.seed} {number}"

        def of_group(people: Sequence[str], seed: str, wishes: Sequence[SeatWish]) -> Sequence[Drawn]:
            return [draw(people, seed=seed, method=self.terms.method, past=self.past)]

        if self.wanted.sections:
            drawn = drawn_within(groups, seed=seed, past=self.past, wishes=(), draw_group=of_group)[0]
        else:
            drawn = of_group(groups[0], seed, ())[0]
        self.past.append(drawn.seating)
        of_tables = [part for part, group in enumerate(groups, 1) for _table in sizes(len(group))]
        tables = [
            self._table(table_number, seats, begin, in_trouble=self.trouble and table_number == number)
            for table_number, seats in enumerate(drawn.seating.tables, 1)
        ]
        if self.trouble and len(tables) > max(number, 2):  # nobody has a result of the last one
            kind = "average" if number == 1 else "not_played"
            tables[-1] |= {"hands": [], "adjustments": [{"kind": kind, "reason": LOST}]}
        return {
            "number": number,
            "state": "closed",
            "draw": {"method": self.terms.method.value, "seed": seed, "procedure": PROCEDURE}
            | ({"sections": of_tables} if self.wanted.sections else {}),
            "clock": {
                "minutes": self.terms.minutes,
                "begin": begin.isoformat(),
                "end": (begin + ROUND_LASTS - HAND_LASTS).isoformat(),
            },
            "tables": tables,
        }

    def _table(self, number: int, seats: Sequence[str], begin: datetime, *, in_trouble: bool) -> Document:
        hands = list(self._hands(seats, begin, in_trouble=in_trouble))
        table: Document = {
            "number": number,
            "seats": list(seats),
            "dealer": seats[-1],
            "rules": self.digest,
            **({"options": self.options} if self.options else {}),
            "hands": hands,
        }
        if in_trouble:
            at = (begin + HAND_LASTS).isoformat()
            ruling = {"at": at, "finding": "stands", "words": "Es gilt, was geschrieben ist."}
            table["calls"] = [{"at": at, "until": at, "rulings": [ruling]}]
            penalties = (-10, -5)  # the second takes the place of the first
            table["adjustments"] = [
                {"kind": "points", "player": seats[1], "points": points, "at": at, "reason": LATE}
                for points in penalties
            ]
            table["left"] = [{"player": seats[0], "ranked": "last", "instead": self.house, "reason": "krank"}]
        return table

    def _hands(self, seats: Sequence[str], begin: datetime, *, in_trouble: bool) -> Iterator[Document]:
        """Yield hands; at one table also a redeal, a correction, and a player who leaves."""
        number_of_hands = self.terms.hands_at(len(seats)) or WITHOUT_END
        table, at, written = Table(self.rules.under(self.options), seats, seats[-1]), begin, 0
        while table.position.hands < number_of_hands:
            at, written = at + timedelta(seconds=90), written + 1
            record = a_hand(self.dice, table)
            item: Document = {"record": record, "at": at.isoformat()}
            if in_trouble and written == 2:
                item["record"] = {"void": "redeal", "reason": "kein Tarock"}
            elif in_trouble and written == 3:
                first_version = a_hand(self.dice, table)
                item["corrections"] = [
                    {"act": "correct", "at": at.isoformat(), "reason": REASON, "before": first_version}
                ]
            elif in_trouble and written == 4:
                others = [self.house if seat == seats[0] else seat for seat in table.position.players]
                dealer = self.house if table.next_dealer == seats[0] else table.next_dealer
                item["record"] = {"event": "seating", "players": others, "dealer": dealer}
            table.push(item["record"])
            yield item


def tied(standings: Sequence[Document]) -> Iterator[set[str]]:
    """Yield the groups of players who share a place."""
    for part in standings:
        by_rank: dict[int, set[str]] = {}
        for place in part["places"]:
            by_rank.setdefault(place["rank"], set()).add(place["player"])
        yield from (players for players in by_rank.values() if len(players) > 1)


def _terms(slug: str, rounds: int, settings: GeneratorSettings) -> Terms:
    named = settings.preset or next((preset.slug for preset in PRESETS if preset.rules == slug), "")
    terms = next((preset.terms for preset in PRESETS if preset.slug == named), CUP)
    names = tuple(f"Sektion {number}" for number in range(1, settings.sections + 1))
    terms = replace(terms, sections=names)
    if settings.method:
        terms = replace(terms, method=Method(settings.method))
    if terms.format is Format.MONEY:
        terms = replace(terms, overall=Overall.SUM, overall_criteria=MONEY_SUM)
    return replace(terms, rounds=rounds)


def a_hand(dice: Dice, table: Table) -> dict[str, Any]:
    """Return the record of a legal hand for the next players, with a premium where possible."""
    rules, playing = table.sheet, table.playing
    contracts = list(rules.contracts.values())
    for _try in range(TRIES):
        record = _game(dice, rules, dice.one_of(contracts), playing)
        if dice.below(3) == 0 and rules.premiums:
            key = dice.one_of(list(rules.premiums))
            premium = {"premium": key, "by": dice.one_of(playing), "made": True}
            if _is_legal({**record, "premiums": [premium]}, table):
                return {**record, "premiums": [premium]}
        if _is_legal(record, table):
            return record
    raise AssertionError(f"No hand was found for {rules.slug}")


def _is_legal(record: Any, table: Table) -> bool:
    return not table.problems_with(entry_from_dict(record, table.sheet))


def _game(dice: Dice, rules: Rules, contract: Contract, playing: Sequence[str]) -> dict[str, Any]:
    """Return a random hand, which the rules may still refuse."""
    declarer = dice.one_of(playing)
    others = [player for player in playing if player != declarer]
    game: dict[str, Any] = {"contract": contract.key, "declarer": declarer}
    if contract.kind is Kind.TRISCHAKEN:
        order = dice.shuffled(playing)
        if dice.below(2):
            return {"games": [{**game, "order": [[order[0]], order[1:3], [order[3]]]}]}
        counts = (25, 20, 15, 10) if rules.counting is Counting.PLAIN else ("25/0", "20/0", "15/0", "10/0")
        return {"games": [{**game, "points": dict(zip(order, counts, strict=True))}]}
    if contract.kind is Kind.NEGATIVE:
        return {"games": [{**game, "tricks": contract.tricks or 0 if dice.below(2) else 4}]}
    if contract.kind is not Kind.ALONE:
        game["partner"] = dice.one_of(others)
    game["won"] = dice.below(5) > 1
    if dice.below(4) == 0:
        game["kontra"] = "kontra"
    record: dict[str, Any] = {"games": [game]}
    if contract.birds:
        bird = {"premium": dice.one_of(contract.birds), "by": declarer, "announced": True}
        record["premiums"] = [bird | {"made": dice.below(2) == 0}]
    return record
