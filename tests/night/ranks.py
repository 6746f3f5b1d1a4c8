"""The auditor of a tournament day: knows what people and phones did and were told.

What hands pay, and what follows from them, the second checker of the results file works out by itself.
"""

from __future__ import annotations

import json
from collections import ChainMap, Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID, uuid5

from tests.night.desk import Deed
from tests.tournaments.results_file import second_checker
from tournaments.results_file.checking import checked

if TYPE_CHECKING:
    from tests.night.day import Known

Document = dict[str, Any]
Names = dict[str, str]
Told = tuple[str, str, bool]  # a hand as it is told from all others: who, card points, with Kontra
ELSEWHERE = ("record", "take-out step save", "results step save")  # not in the log
BY_ITSELF = ("standings_moved", "enter_result")  # what the log says under ids that no form brings
ONCE = ("publish_round", "start_round", "close_round")  # in each round
DERIVED = ("start", "draw", "newcomer", "house")  # what a form does besides, under ids made of its own


class Watched(NamedTuple):
    """What somebody saw of the public standings of a round."""

    round: int
    final: bool
    tables: list[list[list[str]]]
    lines: list[str]


class Account(NamedTuple):
    """Play money of somebody in a round."""

    balance: int
    replacement: int


class Standing(NamedTuple):
    rank: int
    account: Account


def complaints_about(stands: Document, known: Known) -> Iterator[str]:
    """Yield what is not as everybody was told, or does not follow."""
    yield from known.seen
    yield from _hands(stands, known)
    yield from _deeds(stands, known)
    yield from (f"verify: {difference}" for difference in stands["differences"])
    verdict = checked(known.file)
    if verdict.status:
        yield from (f"the results file: {line}" for line in verdict.in_words("en"))
    file = json.loads(known.file)
    second = second_checker.differences(file)
    yield from (f"the results file, by the second checker: {claim}" for claim in second)
    yield from _seats(stands, known)
    names = {person["id"]: person["name"] for person in file["people"]}
    for round_ in file["rounds"]:
        yield from _paper(round_, names, stands["names"], known)
        yield from _standings(round_, names, known)
        yield from _changes(round_["number"], known, {*names.values()})


# Hands


def _hands(stands: Document, known: Known) -> Iterator[str]:
    """Each that was saved stands once, none that nobody played."""
    ids: Counter[str] = Counter()
    here: dict[str, Document] = {}
    times: Counter[Told] = Counter()
    for table in _tables(stands):
        ids.update(table["stands"]["ids"])
        for hand in table["stands"]["hands"]:
            here[hand["id"]] = hand
            times[_played(hand)] += 1
    yield from (f"{made} is written {count} times" for made, count in ids.items() if count > 1)
    yield from (f"{hand} stands {count} times" for hand, count in times.items() if count > 1)
    played = {
        hand[:3]
        for table in known.tables
        for hand in (*table.phone.played, *(sent for card in table.cards for sent in card.sent.values()))
    }
    yield from (f"nobody played {hand}" for hand in times if hand not in played)
    for who, made, hand in _saved(stands, known):
        stands_there = made in here and _played(here[made]) == hand
        if made in known.removed and made in here:
            yield f"{who}: {hand} was taken out, and stands"
        elif made not in known.removed | known.perhaps_removed and not stands_there:
            yield f"{who}: was told that {hand} ({made[:8]}) is saved, and it does not stand"


def _saved(stands: Document, known: Known) -> Iterator[tuple[str, str, Told]]:
    """Yield every hand that somebody was told is saved, with its id."""
    for table in known.tables:
        for card in table.cards:
            for made in card.saved:
                yield card.name, made, card.sent[made][:3]
        for told in table.network.told:
            if told.status == 200 and told.id in table.network.hands:
                [game] = table.network.hands[told.id]["games"]
                yield table.phone.name, told.id, _of({**game, "declarer": stands["names"][game["declarer"]]})


def _played(hand: Document) -> Told:
    [game] = hand["games"]
    return _of(game)


def _of(game: Document) -> Told:
    return game["declarer"], str(game.get("points", "")), "kontra" in game


def _tables(stands: Document) -> Iterator[Document]:
    for round_ in stands["rounds"]:
        yield from (table for table in round_["tables"] if table["stands"] is not None)


# Deeds


def _deeds(stands: Document, known: Known) -> Iterator[str]:
    """What was accepted is in the log once, what was refused is not, and nothing else is."""
    log = Counter(entry["id"] for entry in stands["log"])
    asked: set[str] = set()
    for deed in known.wire.deeds:
        ids = _ids(deed)
        asked |= ids
        if deed.kind in ELSEWHERE or deed.kind.endswith("look"):
            continue
        found = sum(log[one] for one in ids)
        if deed.outcome == "accepted" and log[deed.id] + log[_derived(deed.id, "draw")] == 0:
            yield f"{deed.by}: {deed.what} {deed.id[:8]} was accepted, and nobody did it"
        if deed.outcome == "overtaken" and log[_derived(deed.id, "draw")]:
            yield f"{deed.by}: {deed.what} {deed.id[:8]} was drawn before, and is drawn again"
        if deed.outcome == "refused" and found:
            yield f"{deed.by}: {deed.what} {deed.id[:8]} was refused, and is done"
    for entry in stands["log"]:
        if entry["id"] not in asked | known.setup and entry["verb"] not in BY_ITSELF:
            yield f"nobody asked for {entry['verb']} {entry['id'][:8]} of {entry['by']}"
    for verb in ONCE:
        times = Counter(entry["details"]["round"] for entry in stands["log"] if entry["verb"] == verb)
        for round_ in stands["rounds"]:
            if times[round_["number"]] != 1:
                yield f"{verb} was done {times[round_['number']]} times in round {round_['number']}"
    typed = Counter(
        (e["details"]["round"], e["details"]["table"]) for e in stands["log"] if e["verb"] == "enter_result"
    )
    for place in known.paper:
        if typed[place] < 1:
            yield f"the result of round {place[0]}, table {place[1]} is not in the log"


def _ids(deed: Deed) -> set[str]:
    """Return the ids under which the log may have it."""
    return {deed.id, *(_derived(deed.id, name) for name in DERIVED)}


def _derived(made: str, name: str) -> str:
    return str(uuid5(UUID(made), name)) if made else ""


def _seats(stands: Document, known: Known) -> Iterator[str]:
    """Whoever was told to be checked in sits at a table."""
    for round_ in stands["rounds"]:
        sat = {name for table in round_["tables"] for name in table["sat"]}
        checked = {
            stands["entrants"][value]
            for deed in known.wire.deeds
            for name, value in deed.about
            if name == "in" and deed.outcome == "accepted" and f"/rounds/{round_['number']}/" in deed.where
        }
        yield from (f"{name} was checked in, and does not play" for name in sorted(checked - sat))


# Standings


def _paper(round_: Document, names: Names, here: Names, known: Known) -> Iterator[str]:
    """A table on paper has what the helper typed."""
    for table in round_["tables"]:
        place = round_["number"], table["number"]
        typed = {here[player]: account for player, account in known.paper.get(place, {}).items()}
        if typed and typed != (stored := _accounts(table, names)):
            yield f"round {place[0]}, table {place[1]}: {typed} was typed, and {stored} is stored"


def _accounts(table: Document, names: Names) -> dict[str, Account]:
    sums = table.get("sums", {})
    return {
        names[player]: Account(int(line["balance"]), int(line["replacement"]))
        for player, line in sums.items()
    }


def _standings(round_: Document, names: Names, known: Known) -> Iterator[str]:
    """What everybody saw at the end is what it comes to."""
    number = round_["number"]
    seen = [watched for watched in known.watched if watched.round == number and watched.final]
    if not seen:
        yield f"nobody saw the final standings of round {number}"
        return
    ranks = {names[row["player"]]: row["rank"] for part in round_["standings"] for row in part["places"]}
    shown = _read(seen[-1], {*ranks})
    accounts = dict(ChainMap(*(_accounts(table, names) for table in round_["tables"])))
    for name, rank in ranks.items():  # at a table without a result nobody is ranked
        if shown.get(name) != (wanted := Standing(rank, accounts[name])):
            yield f"round {number}: {name} is shown as {shown.get(name)}, and is {wanted}"


def _read(watched: Watched, names: set[str]) -> dict[str, Standing]:
    """Return everybody's place as the page has it."""
    found: dict[str, Standing] = {}
    for heads, *rows in watched.tables:
        if "Endstand" not in heads:
            continue
        for row in rows:
            name = next((name for name in names if row[1].split()[:1] == [name]), "")
            if name:
                cell = dict(zip(heads, row, strict=False))
                rank = int(cell["Rang"].split()[0].rstrip("=")) if cell["Rang"] else 0
                found[name] = Standing(
                    rank, Account(int(cell["Endstand"]), int(cell.get("Ersatzkapital") or 0))
                )
    return found


def _changes(number: int, known: Known, names: set[str]) -> Iterator[str]:
    """Whoever was shown at a final place, and stands elsewhere in the end, is told of on the page."""
    seen = [watched for watched in known.watched if watched.round == number and watched.final]
    if not seen:
        return
    told = [line for line in seen[-1].lines if " → " in line]
    last = _read(seen[-1], names)
    for watched in seen[:-1]:
        for name, place in _read(watched, names).items():
            if name not in last or last[name].rank == place.rank or any(" andere" in line for line in told):
                continue
            is_told = any(f"{name} {place.rank}. → " in line for line in told)
            if not (is_told and any(f"{name} " in line and f"→ {last[name].rank}." in line for line in told)):
                now = last[name].rank
                yield f"round {number}: {name} was shown {place.rank}., is {now}., and nobody is told"
