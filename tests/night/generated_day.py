"""A day that `tarockclub generate --trouble` tells of, played at pages and tables over lines that fail.

Two come late, a hand is dealt again, one is corrected, arbiters are called and a guest leaves, as it stands
in the file. What comes of it is what the file says.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from uuid import uuid4

from tests.night.day import MOST_TRIES, WHY, Day, Stuck, is_draft, is_drawn, play
from tests.night.desk import CardPhone
from tests.night.hall import Hall
from tests.night.night import Report
from tests.night.ranks import complaints_about_forms
from tests.support.scoring.tables import exchanged
from tests.support.stored_forms import FormOnPage
from tournaments.results_file.generating import generated

Document = dict[str, Any]
CHANGED = "Dieser Eintrag wurde inzwischen geändert"  # what is said where the first sending has arrived
PLAYERS, ROUNDS, RULES = 13, 2, "zwanzigerrufen"


def play_as_generated(hall: Hall, seed: int) -> Report:
    """Play the generated day of this seed to its end, and have it compared."""
    return play(hall, seed, GeneratedDay)


class GeneratedDay(Day):
    """A day of which everything that people do is known before."""

    def __init__(self, hall: Hall, seed: int, report: Report) -> None:
        told = generated(PLAYERS, ROUNDS, str(seed), rules=RULES, trouble=True)
        self.file: Document = json.loads(json.dumps(told))
        self.guests = {person["id"]: person["name"] for person in self.file["people"]}
        super().__init__(hall, seed, report)

    def _open(self) -> Document:
        """Plan it anew where one id is longer: a draw takes people in the order of their ids as written."""
        opened = super()._open()
        return opened if len({*map(len, opened["ids"])}) == 1 else self._open()

    def _event(self) -> Document:
        names = [person["name"] for person in self.file["people"] if not person.get("house")]
        cards = max(len(round_["tables"]) for round_ in self.file["rounds"])
        return {"names": names, "terms": {**self.file["terms"], "fee": 0}, "cards": cards}

    def _sit_down(self, opened: Document) -> None:
        self.entrants: dict[str, int] = opened["entrants"]
        codes = enumerate(opened["cards"], 1)
        self.cards = {
            number: CardPhone(f"card of table {number}", self._port(), code, self.wire)
            for number, code in codes
        }

    def play(self) -> None:
        for round_ in self.file["rounds"]:
            self.round = round_["number"]
            self._say(f"round {self.round}")
            tables = [exchanged(table, self.guests) for table in round_["tables"]]
            self._come([name for table in tables for name in table["seats"]])
            seed = {"seed": round_["draw"]["seed"]}
            self.together(self.at("draw"), "/draw/", None, seed, done=is_drawn)
            self.together(self.at("draw"), "publish", done=lambda page: not is_draft(page))
            self.together(self.at("board"), "/start/")
            self.wire.deliver_what_is_late()
            for table in tables:
                self.cards[table["number"]].sit_down()
            self._play_hands({table["number"]: table for table in tables})
            self.together(self.at("close"), "/close/", done=lambda page: page.form("/close/") is None)
            for table in tables:
                for ruling in table.get("adjustments", ()):
                    self._rule(table["number"], ruling)
        self._finish()

    def _rule(self, number: int, ruling: Document) -> None:
        """A director rules on the result of a table, or of somebody there."""
        said = {name: str(ruling[name]) for name in ("kind", "points") if name in ruling}
        if "player" in ruling:
            said["entrant"] = str(self.entrants[ruling["player"]])
        for _ in range(MOST_TRIES):
            director = self.directors[0]
            form = director.look(self.at(f"tables/{number}/ruling")).form("/ruling/")
            outcome = "unknown"
            if form is not None:
                outcome, _ = director.press(form, ("step", "save"), {**said, "reason": WHY})
            self.wire.deliver_what_is_late()
            if outcome == "accepted":
                return
        raise Stuck(f"nobody can rule on the result of table {number}")

    def _come(self, names: list[str]) -> None:
        """Check in who comes to this round one by one, as far as they are not there yet."""
        wanted = {str(self.entrants[name]) for name in names}
        for _ in range(MOST_TRIES * len(names)):
            shown = [(person, person.look(self.at("people")).form("/people/")) for person in self.directors]
            forms = [(person, form) for person, form in shown if form is not None]
            taps = [tap for tap in forms[0][1].buttons if tap[0] in ("in", "again") and tap[1] in wanted]
            if not taps:
                return
            tap = self.dice.choice(taps)
            self._at_once([partial(person.press, form, tap) for person, form in forms])
        raise Stuck("not everybody can be checked in")

    def _play_hands(self, tables: dict[int, Document]) -> None:
        """Let tables write what stands in the file, now this and now that one; one calls the arbiters."""
        left = {number: iter(table["hands"]) for number, table in tables.items()}
        while left:
            self._meet_trouble()
            number = self.dice.choice([*left])
            if (item := next(left[number], None)) is not None:
                self._write(tables[number], item)
                continue
            del left[number]
            if "calls" in tables[number]:
                self._call(self.cards[number])

    def _write(self, table: Document, item: Document) -> None:
        record, card = item["record"], self.cards[table["number"]]
        if record.get("event") == "seating":
            [left] = table["left"]
            self._leave(table["number"], left)
            return
        card.look()
        before = [correction["before"] for correction in item.get("corrections", ())]
        made = str(uuid4())
        self._until_told(lambda: card.save(made, exchanged(before[0] if before else record, card.people)))
        if before:
            self._correct(card, made, exchanged(record, card.people))

    def _until_told(self, send: Callable[[], str]) -> None:
        """Send the same again until it is answered: under its id it counts once."""
        for _ in range(MOST_TRIES):
            outcome = send()
            if outcome == "accepted":
                return
            self.wire.deliver_what_is_late()
        raise Stuck(f"what stands in the file is {outcome}")

    def _correct(self, card: CardPhone, hand: str, record: Document) -> None:
        director = self.directors[0]
        for _ in range(MOST_TRIES):
            card.look()
            path = f"{card.card.table['urls']['sheet']}hands/{hand}/correct/"
            sent = {"csrfmiddlewaretoken": [director.look(path).token], "id": [str(uuid4())]}
            sent |= {"after": [str(card.card.after)], "record": [json.dumps(record)]}
            form = FormOnPage(path, sent=sent)
            outcome, page = director.press(form, ("step", "look"))
            saving = page.form("/correct/", ("step", "save")) if page is not None else None
            if saving is not None:
                outcome, page = director.press(saving, ("step", "save"), {"reason": WHY})
            if page is not None and (
                (saving and outcome == "accepted") or CHANGED in " ".join(page.problems)
            ):
                return
            self.wire.deliver_what_is_late()
        raise Stuck(f"{hand} cannot be corrected")

    def _leave(self, number: int, left: Document) -> None:
        """Somebody leaves, and a house player takes the seat."""
        leaver = str(self.entrants[left["player"]])
        for _ in range(MOST_TRIES):
            person = self.directors[0]
            form = person.look(self.at(f"tables/{number}/leave")).form("/leave/")
            if form is None or leaver not in form.choices["entrant"]:
                return
            house = next((value for value in form.choices["house"] if value.isdigit()), "")
            instead = {"house": house, "name": "" if house else left["instead"]}
            person.press(form, None, {"entrant": leaver, "ranked": left["ranked"], **instead})
            self.wire.deliver_what_is_late()
        raise Stuck(f"{left['player']} cannot leave")

    def _call(self, card: CardPhone) -> None:
        """The table calls the arbiters, who say that what is written stands."""
        for _ in range(MOST_TRIES):
            card.look()
            if not card.open_call:
                card.call()
                self.wire.deliver_what_is_late()
                card.look()
            arbiter = self.people["Cilli"]
            about = arbiter.look(f"{self.desk}disputes/{card.open_call}/").form("/ruling/")
            if about is None:
                continue
            page = arbiter.look(f"{about.action}?hand=none&finding=stands")
            form = page.form("/ruling/", ("step", "save"))
            outcome = "unknown"
            if form is not None:
                outcome, _ = arbiter.press(form, ("step", "save"), {"reason": WHY})
            self.wire.deliver_what_is_late()
            card.look()
            if outcome != "unknown" and not card.open_call:
                return
        raise Stuck(f"{card.name} waits for the arbiters for ever")

    def complaints(self, stands: Document) -> Iterator[str]:
        """Yield what has come out otherwise than the file says."""
        yield from complaints_about_forms(stands, self.known)
        played = json.loads(self.known.file)
        names = {person["id"]: person["name"] for person in played["people"]}
        wanted, found = comparable(self.file, self.guests), comparable(played, names)
        for what, said in wanted.items():
            is_so = said.items() <= found[what].items() if "places" in what else said == found.get(what)
            if not is_so:
                yield f"{what}: the generated file says {said}, and it is {found.get(what)}"


def comparable(document: Document, names: dict[str, str]) -> Document:
    """Return what has to be the same in both files: seats, hands, sums, and places but for lots."""
    whole, found = exchanged(document, names), {}
    for round_ in whole["rounds"]:
        for table in round_["tables"]:
            place = f"round {round_['number']}, table {table['number']}"
            found[f"{place}, seats"] = table["seats"]
            found[f"{place}, hands"] = [hand["settled"] for hand in table["hands"] if "settled" in hand]
            found[f"{place}, sums"] = table["sums"]
        found[f"round {round_['number']}, places"] = _places(round_["standings"])
    found["places"] = _places(whole["standings"])
    return found


def _places(standings: list[Document]) -> dict[str, int]:
    return {
        place["player"]: place["rank"]
        for part in standings
        for place in part["places"]
        if place.get("decided") != "lot"
    }
