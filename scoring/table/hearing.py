"""What was said of the hands of a sheet, held against the hands as they stood when it was said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

from scoring.engine import facts
from scoring.models import Entry, Saying, Sheet, Voice
from scoring.models.entries import standing_among
from scoring.models.voices import OF_A_PLAYER
from scoring.table.replay import DerivedRow, Fact, replayed, start_of
from scoring.table.verbs.voices import other_side

HeardPair = tuple[str, object, object]  # what, expected, found: the same, unless something is wrong
SAYINGS: dict[str, str] = {
    Saying.CONFIRM: "confirmation",
    Saying.OBJECT: "objection",
    Saying.WITHDRAW: "withdrawal",
    Saying.SETTLE: "settling",
}


class Hearing:
    """One sheet; `entries` are all that were ever written on it, `read` what they say."""

    def __init__(
        self,
        sheet: Sheet,
        entries: Sequence[Entry],
        read: Mapping[UUID, Fact],
        names: Mapping[str, str],
    ) -> None:
        self.sheet, self.entries, self.read, self.names = sheet, entries, read, names
        self.voices = list(sheet.voices.select_related("entry", "answers", "by").order_by("seq"))
        self.moment = 0
        self.rows: list[DerivedRow] = []

    def compared(self) -> Iterator[HeardPair]:
        """Yield everything that is looked at."""
        yield "How often something was said", len(self.voices), self.sheet.voiced
        after = 0
        for number, voice in enumerate(self.voices, 1):
            name = f"Voice {voice.seq} ({SAYINGS.get(voice.saying, voice.saying)})"
            if voice.seq != number:
                yield "The order of the voices", f"voice {number} next", f"voice {voice.seq}"
            if not after <= voice.after <= self.sheet.seq:
                yield f"{name}, entries by then", f"{after} to {self.sheet.seq}", voice.after
            after = max(after, voice.after)
            yield from self._of_one(name, voice)

    def _of_one(self, name: str, voice: Voice) -> Iterator[HeardPair]:
        if voice.entry.sheet_id != self.sheet.pk:
            yield f"{name}, its hand", "one of this sheet", f"one of sheet {voice.entry.sheet_id}"
            return
        if voice.by is not None and voice.by.club_id != self.sheet.evening.club_id:
            yield f"{name}, whose device it was", "somebody of this club", voice.by.name
        if voice.saying in OF_A_PLAYER:
            yield from self._of_a_player(name, voice)
        else:
            yield from self._of_an_answer(name, voice)

    def _of_a_player(self, name: str, voice: Voice) -> Iterator[HeardPair]:
        rows = self._rows_after(voice.after)
        row = next((row for row in rows if row.fact.id == voice.entry_id), None)
        if row is None:
            yield f"{name}, its hand", "one that stood", "one that did not"
            return
        confirms = voice.saying == Saying.CONFIRM
        if confirms and row is not rows[-1]:
            yield f"{name}, its hand", "the last one", f"hand {row.number}"
        hand, allowed = row.fact.entry, row.row.players
        if confirms:
            if not isinstance(hand, facts.Hand):
                yield f"{name}, its hand", "one that counts", "a void one"
                return
            allowed = other_side(hand, row.row.players, row.fact.rules)
        if str(voice.player_id) not in allowed:
            who = "somebody of the other side" if confirms else "somebody who played the hand"
            found = self.names.get(str(voice.player_id), f"participant {voice.player_id}")
            yield f"{name}, who said it", who, found

    def _of_an_answer(self, name: str, voice: Voice) -> Iterator[HeardPair]:
        answered = voice.answers
        assert answered is not None
        wanted = (Saying.OBJECT,) if voice.saying == Saying.SETTLE else OF_A_PLAYER
        if answered.sheet_id != self.sheet.pk or answered.seq >= voice.seq or answered.saying not in wanted:
            yield f"{name}, what it answers", "something said before", f"voice {answered.seq}"
        elif answered.entry_id != voice.entry_id:
            yield f"{name}, its hand", "that of what it answers", "another one"

    def _rows_after(self, moment: int) -> list[DerivedRow]:
        """Return the hands and void hands that stood when the sheet had so many entries."""
        if moment != self.moment:
            standing = standing_among(entry for entry in self.entries if entry.seq <= moment)
            facts_then = [self.read[entry.pk] for entry in standing]
            self.moment, self.rows = moment, list(replayed(start_of(self.sheet), facts_then).rows)
        return self.rows
