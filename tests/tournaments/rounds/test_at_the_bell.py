"""What happens at a table when the time is up, story by story: see bell.toml."""

import tomllib
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from scoring.models import Act, Entry
from scoring.table import verbs as recording
from scoring.table.writing import Closed, Written
from tests.support.scoring.tables import exchanged
from tests.support.tournaments.bell import (
    PLAYED,
    Room,
    add_time,
    after_the_bell,
    doubled,
    doubled_after_the_bell,
    mondfang,
    refused,
)
from tests.support.tournaments.disputes import called
from tests.support.tournaments.playing import REDEAL, STRUCK, Hands, Playing, hand
from tournaments.corrections.verbs import play_on_paper
from tournaments.engine.terms import AtTheBell
from tournaments.rounds.verbs import bell_verbs, rounds, timing

__all__ = ["after_the_bell", "doubled", "doubled_after_the_bell"]  # the fixtures

STORIES = tomllib.loads((Path(__file__).parent / "bell.toml").read_text("utf-8"))
REFUSED = {
    "not yet": "The bell has not rung yet.",
    "time left": "There is still time left. Only the director can close the sheet before the end.",
    "say first": "The bell has rung. Please say first whether the cards had already been dealt.",
    "said": "This table has already said whether the cards were dealt.",
    "played": PLAYED,
    "rung": "The bell has rung.",
    "cut": "The bell has rung, and hands after it do not count. Only the director can allow one.",
    "plays on": "The bell has not rung yet: the table plays on anyway.",
    "not answered": "This table has not said yet whether the cards were dealt.",
    "running": "This has been changed in the meantime. Please look again.",
    "shut": "This sheet is already closed.",
    "waits": "This table has called the arbiters, and is waiting for their ruling.",
    "round over": "Round 1 is not running.",
    "on paper": "This table plays on paper. The director types its hands.",
    "last only": "Only the last hand can be taken back here. Please call the director.",
    "last only corrected": "Only the last hand can be corrected here. Please call the director.",
}


class Story(Room):
    """A table at which lines of a story happen; what is expected of it has the name of what is looked at."""

    def told(self, line: str) -> None:
        happens, _sign, refusal = line.partition(" ! ")
        act, *words = happens.split()
        if act[0].isdigit():
            self.at(float(act))
            act, *words = words
        about = {key: word for key, _is, word in (word.partition("=") for word in words if "=" in word)}
        if act in LOOKS:
            assert LOOKS[act](self) == words, line
            return
        with self.refusing(refusal):
            done = ACTS[act](self, **{key: word for key, word in about.items() if key != "as"})
            if "as" in about:
                self.named[about["as"]] = done.entry

    def refusing(self, refusal: str) -> AbstractContextManager[Any]:
        kinds = {"closed": Closed, "denied": PermissionDenied}
        if refusal in kinds:
            return pytest.raises(kinds[refusal])
        return refused(REFUSED[refusal]) if refusal else nullcontext()

    @property
    def named(self) -> dict[str, Entry]:
        return self.__dict__.setdefault("_named", {})

    def entry(self, what: str) -> Entry:
        return self.sheet.entries.get(record__event="bell") if what == "bell" else self.named[what]

    def change(self, act: Act, what: str, record: dict[str, Any] | None = None) -> Written:
        return self.playing.change(act, self.entry(what), record)

    def in_ids(self, record: dict[str, Any]) -> dict[str, Any]:
        return exchanged(record, self.playing.ids())


ACTS: dict[str, Any] = {
    "play": lambda room, entered="", by="": room.play(entered=float(entered) if entered else None, by=by),
    "redeal": lambda room: room.playing.play(1, REDEAL),
    "struck": lambda room: room.playing.play(1, STRUCK),
    "mondfang": lambda room: room.playing.play(1, mondfang()),
    "undo": lambda room, by="": room.write(recording.undo, by=by),
    "redo": lambda room: room.redo(),
    "correct": lambda room, what, by="": room.correct(room.entry(what), by=by),
    "make_mondfang": lambda room, what: room.change(Act.CORRECT, what, room.in_ids(mondfang())),
    "take_out": lambda room, what: room.change(Act.TAKE_OUT, what),
    "insert": lambda room, what: room.change(Act.INSERT, what, room.in_ids(hand("Anna", "Dora"))),
    "yes": lambda room: room.yes(),
    "no": lambda room: room.no(),
    "hand_in": lambda room: bell_verbs.hand_in(actor=room.card, deed=uuid4(), table=room.here),
    "allow": lambda room: room.do(bell_verbs.allow_hand),
    "close": lambda room: room.do(bell_verbs.close_table),
    "reopen": lambda room: room.do(bell_verbs.reopen_table, reason="weiter"),
    "call": lambda room: called(room.playing),
    "close_round": lambda room: room.do(rounds.close_round),
    "paper": lambda room: room.do(play_on_paper, paper=True),
    "ring": lambda room: room.do(timing.ring),
    "pause": lambda room: room.do(timing.pause),
    "resume": lambda room: room.do(timing.resume),
    "add": lambda room, minutes: add_time(room, int(minutes)),
}
LOOKS: dict[str, Any] = {
    "asks": lambda room: ["yes" if room.asks() else "no"],
    "open": lambda room: ["yes" if room.sheet.is_open else "no"],
    "left": lambda room: [str(room.left())],
    "hands": lambda room: [str(room.hands())],
    "owed": lambda room: [str(room.sheet.state.owed)],
    "balances": lambda room: list(map(str, room.balances())),
    "rings": lambda room: [f"{(room.rings() - room.moment(0)).total_seconds() / 60:g}"],
    "order": lambda room: sorted(room.named, key=lambda name: room.named[name].sort_key),
    "radl": lambda room: [
        "".join(
            "R" if row.radl else "-"
            for row in room.sheet.rows.filter(number__isnull=False).order_by("sort_key")
        )
    ],
    "events": lambda room: [
        entry.record["event"] for entry in room.sheet.entries.current() if "event" in (entry.record or {})
    ],
}


def of(begins: str) -> pytest.MarkDecorator:
    """Return the stories that begin so."""
    return pytest.mark.parametrize("story", STORIES[begins].values(), ids=STORIES[begins])


def goes_on(playing: Playing, watch: Hands, story: str) -> None:
    room = Story(playing, watch)
    for line in story.strip().splitlines():
        room.told(line)
    playing.clean()


@of("at_the_start")
def test_a_round_that_comes_to_its_bell(started: Playing, watch: Hands, story: str) -> None:
    goes_on(started, watch, story)


@of("where_the_bell_cuts")
def test_a_round_that_its_bell_cuts(started: Playing, watch: Hands, story: str) -> None:
    started.agree(bell=AtTheBell.CUT)
    goes_on(started, watch, story)


@of("rung")
def test_after_the_bell(after_the_bell: Playing, watch: Hands, story: str) -> None:
    goes_on(after_the_bell, watch, story)


@of("doubled")
def test_doubled_hands(doubled: Playing, watch: Hands, story: str) -> None:
    goes_on(doubled, watch, story)


@of("doubled_and_rung")
def test_doubled_hands_after_the_bell(doubled_after_the_bell: Playing, watch: Hands, story: str) -> None:
    goes_on(doubled_after_the_bell, watch, story)
