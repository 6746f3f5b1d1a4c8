"""A second checker of files of results, by the handbook's page alone: it imports nothing of the program.

It works out what the page lets anybody work out: checksums of sheets, who deals and plays, Radl, payouts of
plain games, totals, play money, sums, places, lots, draws at random, announced letters, letters of the file.
A difference between the two checkers is a mistake of one of them, or of the page.
"""

from __future__ import annotations

import json
import tomllib
from base64 import b32encode
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import Any

from tests.tournaments.results_file.second_series import SecondSeries

Json = dict[str, Any]
SILENT = {"name", "club", "staff", "notes", "sponsor", "by", "why", "reason", "words"}
FACTORS = {"kontra": 2, "re": 4, "sub": 8, "hirsch": 16}


def letters(text: str, count: int) -> str:
    found = b32encode(sha256(text.encode()).digest()).decode()[:count]
    return "-".join(found[place : place + 5] for place in range(0, count, 5))


def amount(written: int | str) -> Fraction:
    return Fraction(written)


def chance(seed: str) -> Iterator[int]:
    count = 0
    while True:
        digest = sha256(f"{seed}\n{count}".encode()).digest()
        for place in range(0, 32, 8):
            yield int.from_bytes(digest[place : place + 8], "big")
        count += 1


def shuffled(things: Sequence[Any], numbers: Iterator[int]) -> list[Any]:
    pile = list(things)
    for last in range(len(pile) - 1, 0, -1):
        other = next(numbers) * (last + 1) >> 64
        pile[last], pile[other] = pile[other], pile[last]
    return pile


def differences(document: Json) -> list[str]:
    """Return the places at which a file claims something else than follows."""
    return list(SecondChecker(_without_own(document)).check())


def _without_own(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_own(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: _without_own(item) for key, item in value.items() if not key.startswith("x_")}


def letters_of_file(document: Json) -> str:
    document = _without_own(document)
    event = {key: value for key, value in document["event"].items() if key not in ("id", "revision")}
    people = [{key: value for key, value in one.items() if key != "ids"} for one in document["people"]]
    facts = {**document, "event": event, "people": people}
    facts = {key: value for key, value in facts.items() if key not in ("revision", "$schema")}
    bare = {
        key: value if key in ("rules", "terms") else _silent(value)
        for key, value in facts.items()
        if key not in SILENT
    }
    first = letters(_written(bare), 10)
    seated = {
        player
        for round_ in document["rounds"]
        for table in round_["tables"]
        for player in (*table["seats"], *table.get("joined", ()), *table.get("sums", ()))
    }
    names = {
        one["id"]: " ".join(one["name"].split())
        for one in document["people"]
        if one.get("name") and (one["id"] in seated or not document["rounds"])
    }
    named = {"club": document["event"].get("club", ""), "people": names}
    return f"{first}-{letters(_written(named), 10)}" if names else first


def _written(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _silent(value: Any, inside: str = "") -> Any:
    if isinstance(value, list):
        return [_silent(item) for item in value]
    if not isinstance(value, dict):
        return value
    if inside in ("record", "before"):
        if value.get("void") == "struck":
            return {**value, "reason": "…"}
        return {key: item for key, item in value.items() if key != "reason"}
    return {key: _silent(item, key) for key, item in value.items() if key not in SILENT}


class Somebody:
    """What somebody came to in a round."""

    def __init__(self) -> None:
        self.balance = self.replacement = self.schrift = self.ruled = Fraction(0)
        self.there = self.last = self.missing = self.has_result = False
        self.apart = ""
        self.averages = False

    @property
    def own(self) -> Fraction:
        return self.balance - self.replacement + self.ruled


class SecondChecker:
    """Goes through a tournament."""

    def __init__(self, document: Json) -> None:
        self.document = document
        self.terms = document.get("terms", {})
        self.is_money = self.terms.get("format") == "money"
        self.people = {one["id"]: one for one in document["people"]}
        self.covered: Counter[str] = Counter()
        self.is_whole = True  # no hand leaves out what it pays, which is taken from the file
        self.sat: dict[tuple[int, int], set[str]] = {}  # by round and table
        self.kassa: list[dict[str, Fraction]] = []  # of each table

    def check(self) -> Iterator[str]:
        document = self.document
        for digest, sheet in document["rules"].items():
            if sha256(sheet["text"].encode()).hexdigest() != digest:
                yield f"rules {digest}"
        if document["kind"] in ("series", "year"):
            for series in document["series"]:
                yield from SecondSeries(document, series).check()
            return
        rounds = []
        large: dict[str, list[int]] = {}
        for round_ in document["rounds"]:
            yield from self._draw(round_, large)
            people: dict[str, Somebody] = {}
            if len({table["number"] for table in round_["tables"]}) < len(round_["tables"]):
                yield f"round {round_['number']} tables"
            for table in round_["tables"]:
                rulings = [ruling for call in table.get("calls", ()) for ruling in call.get("rulings", ())]
                if any(ruling.get("entry", 0) > len(table["hands"]) for ruling in rulings):
                    yield f"round {round_['number']} rulings"
                yield from self._table(round_, table, people)
            rounds.append((round_, people))
        yield from self._prizes()
        if document["kind"] == "evening":
            yield from self._settling()
            return
        if not self.is_whole:
            return
        self._averages(rounds)
        for round_, people in rounds:
            lots = self._lots(round_["number"])
            found = {player: [one] for player, one in people.items()}
            for part in round_.get("standings", ()):
                here = self._among(found, part, round_)
                standings = self._standings(here, self.terms["round_criteria"], lots, 1)
                yield from self._compare(f"round {round_['number']}", part, standings)
        if self.terms.get("overall", "off") != "off":
            yield from self._overall(rounds)
        for number, lot in enumerate(document.get("lots", ())):
            here = [player for player in self.people if player in lot["order"]]
            if "seed" in lot and shuffled(here, chance(lot["seed"])) != lot["order"]:
                yield f"lot {number}"

    # draws

    def _draw(self, round_: Json, large: dict[str, list[int]]) -> Iterator[str]:
        about, number = round_.get("draw", {}), round_["number"]
        seats = [table["seats"] for table in round_["tables"]]
        people = [seat for table in seats for seat in table]
        if "seed" in about and "letters" in about:
            told = letters("\n".join((about["seed"], *sorted(about.get("people", people)))), 20)
            if about["letters"] not in (told, told[:11]):
                yield f"draw {number} letters"
        changed = any(about.get(key) for key in ("by_hand", "wishes", "reseated", "rounds"))
        is_known = about.get("method") in ("random", "by_standing") and about.get("procedure") == 2
        if is_known and not changed and "people" not in about and "seed" in about:
            self.covered["draws"] += 1
            found: list[list[str]] = []
            parts = about.get("sections") or [0] * len(seats)
            sections = sorted({*parts})
            for position, section in enumerate(sections, 1):
                there = sorted(
                    seat
                    for part, table in zip(parts, seats, strict=False)
                    if part == section
                    for seat in table
                )
                seed = f"{about['seed']} {position}" if about.get("sections") else about["seed"]
                found += self._drawn(there, seed, about, number, large)
            for place, (ours, theirs) in enumerate(zip(found, seats, strict=False), 1):
                if ours != theirs:
                    yield f"draw {number} table {place}"
                    break
        for table in round_["tables"]:
            if len(table["seats"]) > 4:
                for player in table["seats"]:
                    large.setdefault(player, []).append(number)

    def _drawn(
        self, ids: Sequence[str], seed: str, about: Json, number: int, large: Mapping[str, list[int]]
    ) -> Iterator[list[str]]:
        """Yield the seats of each table."""
        numbers = chance(seed)
        order = shuffled(ids, numbers)
        fives = len(ids) % 4
        sizes = {6: [6], 11: [5, 6]}.get(len(ids)) or [4] * ((len(ids) - 5 * fives) // 4) + [5] * fives
        if about["method"] == "by_standing":
            standing = about.get("standing", {})
            order.sort(key=lambda one: standing.get(one, len(ids) + 1))
        else:
            wanted = sum(size for size in sizes if size > 4)
            burden = {one: 2 * len(large.get(one, ())) + (number - 1 in large.get(one, ())) for one in ids}
            behind = sorted(order, key=lambda one: burden[one])[:wanted]
            order = [one for one in order if one not in behind] + [one for one in order if one in behind]
        for size in sizes:
            taken, order = order[:size], order[size:]
            yield shuffled(sorted(taken), numbers)

    # tables

    def _table(self, round_: Json, table: Json, people: dict[str, Somebody]) -> Iterator[str]:
        place = f"round {round_['number']} table {table['number']}"
        seats, dealer = list(table["seats"]), table["dealer"]
        sheet, options = self._sheet(table["rules"], table.get("options", {}))
        totals, schrift = dict.fromkeys(seats, Fraction(0)), dict.fromkeys(seats, Fraction(0))
        hands: Counter[str] = Counter(dict.fromkeys(seats, 0))
        capital, replacement, stake = (
            Fraction(self.terms.get(key, 0)) for key in ("capital", "replacement", "stake")
        )
        balances, busts = dict.fromkeys(seats, capital), {player: list[list[Fraction]]() for player in seats}
        number = owed = 0
        for_good = False
        is_paid = is_triggered = True  # what hands pay and set off is not left out so far
        for position, item in enumerate(table["hands"], 1):
            record, at = item["record"], f"{place} entry {position}"
            if record.get("event") in ("seating", "people"):
                others = record.get("people", {}) if record.get("from_here") else {}
                seats = [others.get(seat, seat) for seat in record.get("players", seats)]
                dealer = record.get("dealer", others.get(dealer, dealer))
                for player in seats:
                    totals.setdefault(player, Fraction(0))
                    schrift.setdefault(player, Fraction(0))
                    hands.setdefault(player, 0)
                    balances.setdefault(player, capital)
                    busts.setdefault(player, [])
                continue
            if "event" in record:
                event = record["event"]
                if event == "dealer":
                    dealer = record["dealer"]
                elif event == "radl":
                    owed += len(seats)
                elif event == "bell":
                    owed = 0
                elif event == "rules":
                    sheet, options = self._sheet(record["rules"], record.get("options", {}))
                for_good = for_good or event == "schlussradl"
                continue
            claimed = item.get("settled", {})
            after = seats.index(dealer)
            playing = (seats[after + 1 :] + seats[: after + 1])[:4]
            if claimed.get("dealer", dealer) != dealer or claimed.get("players", playing) != playing:
                yield at
            radl = claimed.get("radl", owed > 0 or for_good)
            if is_triggered and radl != (owed > 0 or for_good) and "doubles" not in sheet.get("radl", {}):
                yield f"{at} radl"
            is_paid = is_paid and "payouts" in claimed
            is_triggered = is_triggered and "triggers" in claimed
            payouts = {player: amount(value) for player, value in claimed.get("payouts", {}).items()}
            written = {player: amount(v) for player, v in claimed.get("schrift", payouts).items()}
            if "void" in record:
                if any(payouts.values()):
                    yield at
            else:
                number += 1
                plain = self._plain(record, sheet, playing, doubled=radl or not is_triggered)
                if is_paid and plain is not None and plain != payouts:
                    yield f"{at} payouts"
                for player, value in payouts.items():
                    if player not in playing:
                        yield at
                        continue
                    totals[player] += value
                    hands[player] += 1
                    before, paid = balances[player], value * stake
                    now = before + paid
                    received = Fraction(0)
                    while self.is_money and now + received <= 0:
                        received += replacement
                    if received:
                        busts[player].append([Fraction(number), before, paid, received])
                    balances[player] = now + received
                for player, value in written.items():
                    if player in schrift:
                        schrift[player] += value
                if owed:
                    owed -= 1
                if claimed.get("triggers"):
                    owed = self._owed(owed, len(seats), sheet, options, inside=radl)
            if sum(payouts.values()) or sum(written.values()):
                yield f"{at} zero"
            for key, ours in (("totals", totals), ("schrift_totals", schrift)):
                if is_paid and key in claimed and {one: amount(v) for one, v in claimed[key].items()} != ours:
                    yield f"{at} {key}"
            if record.get("void") != "redeal":
                dealer = seats[(seats.index(dealer) + 1) % len(seats)]
        sums = table.get("sums")
        self.is_whole = self.is_whole and is_paid
        self.sat[round_["number"], table["number"]] = {*totals, *(sums or ())}
        self.kassa.append(totals)
        if sums is not None and is_paid and not table.get("typed"):
            if sums.keys() != totals.keys():
                yield f"{place} sums"
            for player in sums.keys() & totals.keys():
                line = sums[player]
                ours = {"hands": hands[player], "kassa": totals[player], "schrift": schrift[player]}
                if self.is_money:
                    ours |= {
                        "balance": balances[player],
                        "replacement": sum((bust[3] for bust in busts[player]), Fraction(0)),
                    }
                if any(amount(line.get(key, value)) != value for key, value in ours.items()):
                    yield f"{place} sums of {player}"
                found = [[amount(value) for value in bust] for bust in line.get("busts", busts[player])]
                if self.is_money and found != busts[player]:
                    yield f"{place} busts of {player}"
        if table.get("typed"):  # what everybody has stands on paper
            for player, line in (sums or {}).items():
                schrift[player], balances[player] = (
                    amount(line.get("schrift", 0)),
                    amount(line.get("balance", 0)),
                )
                busts[player] = [[Fraction(0)] * 3 + [amount(line.get("replacement", 0))]]
        waits = round_.get("state") != "running" or table["number"] in round_.get("missing", ())
        self._came_to(table, people, balances, busts, schrift, number=number, waits=waits)

    def _sheet(self, digest: str, chosen: Json) -> tuple[Json, Json]:
        """Return a sheet, and what holds of its options."""
        sheet = tomllib.loads(self.document["rules"][digest]["text"])
        offered = sheet.get("options", {})
        values = {name: about["value"] for name, about in offered.items() if "value" in about}
        return sheet, values | chosen

    def _came_to(
        self,
        table: Json,
        people: dict[str, Somebody],
        balances: Mapping[str, Fraction],
        busts: Mapping[str, list[list[Fraction]]],
        schrift: Mapping[str, Fraction],
        *,
        number: int,
        waits: bool,
    ) -> None:
        is_empty = number == 0 and waits
        ruled: dict[str, dict[str, Json]] = {}
        for one in table.get("adjustments", ()):
            kinds = ruled.setdefault(one.get("player", ""), {})
            kinds.clear()
            if one["kind"] != "none":
                kinds[one["kind"]] = one
        left = {one["player"]: one["ranked"] for one in table.get("left", ())}
        for player in balances:
            one = people.setdefault(player, Somebody())
            one.there = True
            one.balance, one.schrift = balances[player], schrift[player]
            one.replacement = sum((bust[3] for bust in busts[player]), Fraction(0))
            one.last = left.get(player) == "last"
            is_empty = is_empty and not table.get("typed")
            of_all, of_one = ruled.get("", {}), ruled.get(player, {})
            for kinds in (of_all, of_one):
                if "points" in kinds:
                    one.ruled += amount(kinds["points"]["points"])
            other = next((kind for kind in (*of_one, *of_all) if kind != "points"), "")
            one.averages = other == "average"
            one.apart = other if other in ("not_played", "no_show") else ""
            one.missing = is_empty and not other
            one.has_result = bool(number or table.get("typed")) or other in ("average", "as_it_stood")

    def _owed(self, owed: int, seats: int, sheet: Json, options: Json, *, inside: bool) -> int:
        nesting = options.get("radl_nesting", "append")
        if inside and nesting == "ignore":
            return owed
        return seats if inside and nesting == "restart" else owed + seats

    def _plain(self, record: Json, sheet: Json, playing: list[str], *, doubled: bool) -> Json | None:
        """Return what a plain game pays: one game that says whether it was won, without any premium."""
        games = record.get("games", ())
        if len(games) != 1 or record.keys() != {"games"}:
            return None
        game = games[0]
        contract = sheet["contracts"].get(game["contract"], {})
        plain = game.keys() <= {"contract", "declarer", "partner", "won", "kontra"}
        if not plain or "won" not in game or contract.get("kind") not in ("calling", "alone"):
            return None
        if doubled or not isinstance(contract.get("value"), int) or contract.get("birds"):
            return None
        self.covered["games"] += 1
        value = contract["value"] if game["won"] else contract.get("lost", contract["value"])
        value *= FACTORS.get(game.get("kontra", ""), 1) * (1 if game["won"] else -1)
        side = {game["declarer"], game.get("partner", game["declarer"])}
        each = value if len(side) == 2 else 3 * value
        return {player: Fraction(each if player in side else -value) for player in playing}

    # money

    def _prizes(self) -> Iterator[str]:
        """Yield prizes that somebody has twice or who fills a seat only, and shares above the whole."""
        taken, shares = Counter[tuple[Any, ...]](), Counter[Any]()
        for number, prize in enumerate(self.document.get("prizes", ())):
            shares[prize.get("round")] += prize.get("share", 0)
            if (player := prize.get("player")) is None:
                continue
            taken[(prize.get("round"), prize["position"], player)] += 1
            if self.people.get(player, {"house": True}).get("house"):
                yield f"prize {number}"
        tables = {round_["number"]: len(round_["tables"]) for round_ in self.document["rounds"]}
        sections = len(self.terms.get("sections", ()))
        too_much = any(
            share > 10_000 * max(1, sections, tables.get(number, 1)) for number, share in shares.items()
        )
        if too_much or any(count > 1 for count in taken.values()):
            yield "prizes"

    def _settling(self) -> Iterator[str]:
        """Yield whether other cents follow from the points, and whether the payments lead to them."""
        about = self.document.get("settling")
        if about is None or not self.is_whole:
            return
        points: dict[str, Fraction] = {}
        for kassa in self.kassa:
            for player, value in kassa.items():
                points[player] = points.get(player, Fraction(0)) + value
        exact = {player: value * about["cents_per_point"] for player, value in points.items()}
        cents = {player: value.numerator // value.denominator for player, value in exact.items()}

        def first(player: str) -> tuple[Any, ...]:
            digest = sha256(f"{about['seed']}\n{player}".encode()).hexdigest()
            return cents[player] - exact[player], points[player], digest

        for player in sorted(cents, key=first)[: -sum(cents.values())]:
            cents[player] += 1
        if cents != about.get("cents", cents):
            yield "settling cents"
        for payment in about.get("payments", ()):
            cents[payment["payer"]] += payment["cents"]
            cents[payment["payee"]] -= payment["cents"]
        if "payments" in about and any(cents.values()):
            yield "settling payments"

    # places

    def _averages(self, rounds: Sequence[tuple[Json, dict[str, Somebody]]]) -> None:
        for number, (_round, people) in enumerate(rounds):
            for player, one in people.items():
                if not one.averages:
                    continue
                others = [
                    other[player]
                    for place, (about, other) in enumerate(rounds)
                    if place != number
                    and about.get("state") != "running"
                    and player in other
                    and not (other[player].missing or other[player].averages or other[player].apart)
                ]
                count = Fraction(len(others) or 1)
                start = Fraction(self.terms["capital"]) if self.is_money and not others else Fraction(0)
                own = sum((other.balance - other.replacement for other in others), start) / count
                one.schrift = sum((other.schrift for other in others), Fraction(0)) / count
                one.balance = own + one.replacement

    def _overall(self, rounds: Sequence[tuple[Json, dict[str, Somebody]]]) -> Iterator[str]:
        found: dict[str, list[Somebody]] = {}
        last, missing = set[str](), set[str]()
        for round_, people in rounds:
            if round_.get("state") == "running" and not any(one.has_result for one in people.values()):
                continue
            for player, one in people.items():
                found.setdefault(player, [])
                last |= {player} if one.last else set()
                missing |= {player} if one.missing else set()
                if not one.apart:
                    found[player].append(one)
        played = sorted(
            (len(of) for who, of in found.items() if of and not self.people[who].get("house")), reverse=True
        )
        least = self.terms.get("overall_rounds", 1) or (played[len(played) // 2] if played else 1)
        for part in self.document.get("standings", ()):
            here = self._among(found, part, {})
            standings = self._standings(here, self.terms["overall_criteria"], self._lots(None), least)
            yield from self._compare("whole", part, standings)

    def _among(self, found: Mapping[str, list[Somebody]], part: Json, round_: Json) -> Json:
        """Return those of whom a part of standings is: of all, of one section or of one table."""
        at_table = self.sat.get((round_.get("number", 0), part.get("table", 0)), set())
        if self.terms.get("sections") and not self.terms.get("together") and "table" not in part:
            part = {"section": 0, **part}  # whoever plays in none has places of their own
        return {
            player: rounds
            for player, rounds in found.items()
            if ("section" not in part or self.people[player].get("section", 0) == part["section"])
            and ("table" not in part or player in at_table)
        }

    def _lots(self, number: int | None) -> list[list[str]]:
        lots = self.document.get("lots", ())
        return [lot["order"] for lot in lots if lot["about"] == "rank" and lot.get("round") == number]

    def _standings(
        self,
        found: Mapping[str, list[Somebody]],
        criteria: Sequence[str],
        lots: Sequence[Sequence[str]],
        least: int,
    ) -> Json:
        apart, ranked = {}, []
        for player, rounds in found.items():
            if self.people[player].get("house"):
                apart[player] = "house"
            elif any(one.missing for one in rounds):
                apart[player] = "missing"
            elif len(rounds) == 1 and rounds[0].apart:
                apart[player] = rounds[0].apart
            elif len(rounds) < least:
                apart[player] = "too_few_rounds"
            else:
                ranked.append(player)
        names = ["left_last", *criteria]
        keys = {
            player: [CRITERIA[name](found[player], self.terms) for name in names if name != "lot"]
            for player in ranked
        }
        ranked = sorted(sorted(ranked), key=lambda player: keys[player], reverse=True)
        if "lot" in names:
            ranked = _by_lot(ranked, keys, lots)
        shares = {player for player in ranked if criteria[:1] == ["bust_last"] and not all(keys[player][:2])}
        rows: list[Json] = []
        for place, player in enumerate(ranked):
            before = ranked[place - 1] if place else None
            row = {"player": player, "rank": len(ranked) if player in shares else place + 1}
            if before is not None and not (player in shares and before in shares):
                differing = [
                    n
                    for n, one, other in zip(names, keys[before], keys[player], strict=False)
                    if one != other
                ]
                if differing:
                    row["decided"] = differing[0]
                elif "lot" in names and any({before, player} <= set(lot) for lot in lots):
                    row["decided"] = "lot"
                else:
                    row["rank"] = rows[-1]["rank"]
            rows.append(row)
        return {"places": rows, "apart": apart}

    def _compare(self, place: str, theirs: Json, ours: Json) -> Iterator[str]:
        self.covered["rankings"] += 1
        rows = {row["player"]: row for row in theirs["places"]}
        ranks = {row["player"]: row["rank"] for row in ours["places"]}
        order = [ranks[player] for player in rows if player in ranks]
        if order != sorted(order):
            yield f"{place} order"
        for row in ours["places"]:
            claim = rows.pop(row["player"], {})
            if {"decided": row.get("decided"), **claim} != {"decided": None, **row}:
                yield f"{place} {row['player']}"
        yield from (f"{place} {player}" for player in rows)
        if ours["apart"] != theirs.get("apart", ours["apart"]):
            yield f"{place} apart"


def _by_lot(ranked: list[str], keys: Mapping[str, list[Any]], lots: Sequence[Sequence[str]]) -> list[str]:
    """Return the same with equals in the order of the last lot in which all of them are."""
    found: list[str] = []
    for player in ranked:
        if player in found:
            continue
        equals = [other for other in ranked if keys[other] == keys[player]]
        lot = next((lot for lot in reversed(lots) if set(equals) <= set(lot)), None)
        found += equals if lot is None else sorted(equals, key=list(lot).index)
    return found


def _best(rounds: list[Somebody], count: int) -> Fraction:
    best = sorted(((not one.replacement, one.own) for one in rounds), reverse=True)[:count]
    return sum((own for _without, own in best), Fraction(0))


def _schrift(rounds: list[Somebody]) -> list[Fraction]:
    return sorted((one.schrift + one.ruled for one in rounds), reverse=True)


CRITERIA: Mapping[str, Callable[[list[Somebody], Json], Any]] = {
    "left_last": lambda rounds, terms: not any(one.last for one in rounds),
    "bust_last": lambda rounds, terms: not any(one.replacement for one in rounds),
    "balance": lambda rounds, terms: sum(one.own for one in rounds),
    "schrift": lambda rounds, terms: sum(_schrift(rounds)),
    "best_round": lambda rounds, terms: _schrift(rounds)[:1],
    "next_best": lambda rounds, terms: _schrift(rounds),
    "round_without_bust": lambda rounds, terms: not all(one.replacement for one in rounds),
    "best_balance": lambda rounds, terms: max((not one.replacement, one.own) for one in rounds)[1],
    "average": lambda rounds, terms: sum(one.own for one in rounds) / len(rounds),
    "average_schrift": lambda rounds, terms: sum(_schrift(rounds)) / len(rounds),
    "sum_balance": lambda rounds, terms: sum(one.own for one in rounds),
    "best_balances": lambda rounds, terms: _best(rounds, terms["overall_best"]),
    "best_schrift": lambda rounds, terms: sum(_schrift(rounds)[: terms["overall_best"]]),
    "fewest_busts": lambda rounds, terms: -sum(1 for one in rounds if one.replacement),
}
