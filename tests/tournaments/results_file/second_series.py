"""The second checker's part for files of a series or a year, by the handbook's page alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

Json = dict[str, Any]
TABLES: Mapping[str, Sequence[int]] = {
    "places": [10, 8, 6, 5, 4, 3, 2, 1],
    "fifty_places": [
        *(223, 198, 180, 168, 156, 147, 138, 131, 124, 117, 110, 105, 100, 95, 90, 85, 80, 76, 72, 68),
        *(64, 60, 56, 52, 49, 46, 43, 40, 37, 34, 31, 28, 26, 24, 22, 20, 18, 16, 14, 12),
        *(10, 9, 8, 7, 6, 5, 4, 3, 2, 1),
    ],
    "qualification": [120, 109, 100, 93, 87, 82, 78, 73, 69, 64, 60],
    "at_tables": [10, 8, 6, 4],
}


class Row:
    """What somebody has in a series."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.points = Fraction(0)
        self.given: dict[str, Fraction] = {}  # by event
        self.counting: list[str] = []

    @property
    def best(self) -> list[Fraction]:
        return sorted(self.given.values(), reverse=True)


class SecondSeries:
    """Works out one series of a file."""

    def __init__(self, document: Json, series: Json) -> None:
        self.series, self.terms = series, series["terms"]
        events = {event["id"]: event for event in document["events"]}
        self.events = {key: events[key] for key in dict.fromkeys(series["events"])}
        ids = [one for key in series["events"] for one in {key, *events[key].get("ids", ())}]
        contents = [{**event, "id": ""} for event in document["events"] if "outcomes" in event]
        copies = sum(event in contents[:number] for number, event in enumerate(contents))
        self.ids, self.count = {*ids}, len(ids) + copies
        self.lots = [lot["order"] for lot in series.get("lots", ())]

    def check(self) -> Iterator[str]:
        """Yield where the places of people, groups and teams differ, and whether an event is there twice."""
        if len(self.ids) < self.count:
            yield "event twice"
        rows = self._rows()
        least = self.terms.get("least", 1)
        ranked = [row for row in rows if len(row.given) >= least]
        below = [row for row in rows if len(row.given) < least]
        below.sort(key=lambda row: (-row.points, -len(row.given), row.player))
        ours = self._places(ranked)
        yield from _compared("places", ours, self.series.get("places"))
        yield from _compared("below", [self._shown(row) for row in below], self.series.get("below"))
        for group in self.series.get("groups", ()):
            among = self._places([row for row in ranked if row.player in group["people"]])
            bare = [{key: row[key] for key in ("player", "rank", "decided") if key in row} for row in among]
            yield from _compared(f"group {group.get('name')}", bare, group.get("places"))
        yield from self._teams(ranked)

    def _rows(self) -> list[Row]:
        series, rows = self.series, dict[str, Row]()
        counted = (
            set(series.get("counted", ())) if self.terms.get("who", "everybody") != "everybody" else None
        )
        people = {who for event in self.events.values() for who in event.get("outcomes", {})}
        people |= {points["player"] for points in series.get("brought", ())}
        for who in people:
            if counted is None or who in counted:
                rows[who] = Row(who)
        for key, event in self.events.items():
            for who, outcome in event.get("outcomes", {}).items():
                points = self._gives(outcome)
                if who in rows and points is not None:
                    rows[who].given[key] = points
        for row in rows.values():
            row.counting = self._counting(row)
            missed = len(self.events) - len(row.given)
            row.points = sum((row.given[key] for key in row.counting), Fraction(0))
            row.points -= missed * Fraction(self.terms.get("off", 0))
        for brought in series.get("brought", ()):
            if brought["player"] in rows:
                rows[brought["player"]].points += Fraction(brought["points"])
        return [rows[who] for who in sorted(rows)]

    def _counting(self, row: Row) -> list[str]:
        """Return the events that count, in order of the series."""
        how, best = self.terms.get("counting", "all"), self.terms.get("best", 6)
        order = list(self.events)
        by_points = sorted(row.given, key=lambda key: (-row.given[key], order.index(key)))
        if how == "best":
            by_points = by_points[:best]
        elif how == "half":
            by_points = by_points[: -(-len(order) // 2)]
        elif how == "parts":
            taken: dict[int, list[str]] = {}
            for key in by_points:
                year, month = map(int, self.events[key]["date"].split("-")[:2])
                parts = self.terms.get("parts", 2)
                taken.setdefault(year * parts + (month - 1) * parts // 12, []).append(key)
            by_points = [key for keys in taken.values() for key in keys[:best]]
        return [key for key in order if key in by_points]

    def _gives(self, outcome: Json) -> Fraction | None:
        ladder, schrift = self.terms["ladder"], Fraction(outcome.get("schrift", 0))
        if ladder in ("schrift", "tapered"):
            if outcome.get("missing"):
                return None
            if ladder == "schrift" or 0 <= schrift <= 100:
                return schrift
            return Fraction(0) if schrift < 0 else Fraction(min(100 + (schrift - 100) // 2, 200))
        if ladder == "per_60_hands":
            if "hands" not in outcome:
                return None
            return schrift * 60 / outcome["hands"] if outcome["hands"] else Fraction(0)
        if ladder == "at_tables":
            places = outcome.get("tables") or ()
            return sum((self._at(place, 0) for place in places), Fraction(0)) if places else None
        return self._at(outcome["place"], outcome.get("of", 0)) if "place" in outcome else None

    def _at(self, place: Sequence[int], of: int) -> Fraction:
        told, first, equals = place
        if equals == 1 or self.terms.get("equals", "mean") == "better":
            return self._of_one(told, of)
        return sum((self._of_one(first + more, of) for more in range(equals)), Fraction(0)) / equals

    def _of_one(self, place: int, of: int) -> Fraction:
        if self.terms["ladder"] == "curve":
            if of <= 1:
                return Fraction(200)
            return Fraction(int(200 * Fraction(of - place, of - 1) ** 3 + Fraction(1, 2)))
        table = self.terms.get("table") or TABLES[self.terms["ladder"]]
        if place <= len(table):
            return Fraction(table[place - 1])
        return Fraction(table[-1]) if self.terms.get("beyond", "nothing") == "last" else Fraction(0)

    def _places(self, rows: Iterable[Row]) -> list[Json]:
        found: list[Json] = []
        by_points = sorted(rows, key=lambda row: row.points, reverse=True)
        for _points, equals in groupby(by_points, lambda row: row.points):
            for decided, group in self._parted(list(equals), self.terms.get("ties", ["best"]), ""):
                rank = len(found) + 1
                for number, row in enumerate(group):
                    why = {"decided": decided} if decided and not number else {}
                    found.append({**self._shown(row), "rank": rank, **why})
        return found

    def _parted(
        self, equals: list[Row], ties: Sequence[str], decided: str
    ) -> Iterator[tuple[str, list[Row]]]:
        if len(equals) < 2 or not ties:
            yield decided, equals
            return
        tie, *others = ties
        key = {
            "best": lambda row: row.best,
            "more_starts": lambda row: len(row.given),
            "fewer_starts": lambda row: -len(row.given),
            "lot": self._by_lot({row.player for row in equals}),
        }[tie]
        for _key, group in groupby(sorted(equals, key=key, reverse=True), key):
            yield from self._parted(list(group), others, decided)
            decided = tie

    def _by_lot(self, people: set[str]) -> Any:
        lot = next((lot for lot in reversed(self.lots) if people <= set(lot)), None)
        return lambda row: 0 if lot is None else -lot.index(row.player)

    def _shown(self, row: Row) -> Json:
        return {"player": row.player, "points": row.points, "counting": row.counting}

    def _teams(self, ranked: Sequence[Row]) -> Iterator[str]:
        best, found = self.terms.get("team_best", 3), dict[int, Fraction]()
        teams = self.series.get("teams", ())
        for number, team in enumerate(teams):
            rows = [row for row in ranked if row.player in team["people"]]
            if self.terms.get("teams_by", "series") == "series":
                results = [[row.points for row in rows]]
            else:
                results = [[row.given[key] for row in rows if key in row.given] for key in self.events]
            if any(results):
                each = [sum(sorted(points, reverse=True)[:best], Fraction(0)) for points in results]
                found[number] = sum(each, Fraction(0))
        for number, team in enumerate(teams):
            rank = None if number not in found else 1 + sum(one > found[number] for one in found.values())
            points = Fraction(team["points"]) if "points" in team else found.get(number)
            if (rank, found.get(number)) != (team.get("rank", rank), points):
                yield f"team {team.get('name', number)}"


def _compared(where: str, ours: Sequence[Json], theirs: Sequence[Json] | None) -> Iterator[str]:
    """Yield whose row is another one; amounts are compared as numbers. What is left out is no claim."""
    if theirs is None:
        return
    told = {row["player"]: row for row in theirs}
    if len(told) < len(theirs) or told.keys() != {row["player"] for row in ours}:
        yield where
    positions = {row["player"]: row.get("rank", number) for number, row in enumerate(ours)}
    order = [positions[player] for player in told if player in positions]
    if order != sorted(order):
        yield f"{where} order"
    for row in ours:
        other = dict(told.get(row["player"], {}))
        if "points" in other:
            other["points"] = Fraction(other["points"])
        if other and {**row, **other} != row:
            yield f"{where} {row['player']}"
