"""Confirmations and objections at a table in words: whose they are, and how they were settled."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import OuterRef
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.naming import Names
from scoring.models import Club, Evening, ObjectionOutcome, Row, Saying, Sheet, Voice
from scoring.table.confirmations import last_row, may_withdraw, me_at, speakers, who_confirms
from scoring.table.pages.wording import HistoryLine
from scoring.table_policy import Actor

# The whole sheet


@dataclass(frozen=True)
class Spoken:
    """The voices in force: confirming players by version, and the places with an open objection."""

    confirmed: Mapping[UUID, tuple[str, ...]] = field(default_factory=dict)
    objected: frozenset[int] = frozenset()

    def in_words(self, entry: UUID, names: Names, *, last: bool) -> str:
        """Return whether this version of a hand is confirmed, and by whom, in words."""
        if players := self.confirmed.get(entry):
            return _("confirmed by %(names)s") % {"names": ", ".join(names[player] for player in players)}
        return _("not confirmed yet") if last else _("confirmed by the next hand")


def spoken_on(sheet: Sheet) -> Spoken | None:
    """Return the voices in force, by one query at most; None where hands are not confirmed."""
    if not sheet.evening.confirmation:
        return None
    if not sheet.voiced:
        return Spoken()
    confirmed: dict[UUID, tuple[str, ...]] = {}
    objected = set()
    voices = Voice.objects.current().filter(sheet=sheet)
    for entry, sort_key, saying, player in voices.values_list(
        "entry_id", "entry__sort_key", "saying", "player_id"
    ):
        if saying == Saying.OBJECT:
            objected.add(sort_key)
        else:
            confirmed[entry] = (*confirmed.get(entry, ()), str(player))
    return Spoken(confirmed, frozenset(objected))


# The last hand


def last_hand(sheet: Sheet, names: Names, actor: Actor | None) -> dict[str, Any] | None:
    """Return the last hand; None if there is none or hands are not confirmed. `actor` is None for readers."""
    if not sheet.evening.confirmation:
        return None
    row = last_row(sheet)
    if row is None or row.number is None:
        return None
    confirmations: Iterable[Voice] = ()
    if sheet.voiced:
        confirmations = Voice.objects.current().filter(entry=row.entry_id, saying=Saying.CONFIRM)
    by = {voice: names[str(voice.player_id)] for voice in confirmations}
    confirmers = who_confirms(row, sheet)
    me = None if actor is None else me_at(sheet, actor)
    speaker_ids = [] if actor is None or not sheet.is_open else speakers(confirmers, row.players, me)
    withdrawable = {voice.pk: name for voice, name in by.items() if is_withdrawable(voice, sheet, actor)}
    return {
        "entry": row.entry_id,
        "number": row.number,
        "confirmed": ", ".join(by.values()),  # by whom; empty: by nobody yet
        "withdrawable": withdrawable,  # confirmations, and whose they are
        # who can confirm on this device, by id
        "speakers": {player: names[player] for player in speaker_ids},
        "own": me is not None and speaker_ids == [me],  # this device belongs to the speaker
        "others": _(" or ").join(names[confirmer] for confirmer in confirmers),  # can on other devices
    }


def is_withdrawable(voice: Voice, sheet: Sheet, actor: Actor | None) -> bool:
    """Return whether this device can withdraw the voice; `actor` is None for readers."""
    return actor is not None and sheet.is_open and may_withdraw(voice, sheet, actor)


# One hand

VOICE_WORDS: dict[str, Promise] = {
    Saying.CONFIRM: gettext_lazy("confirmed"),
    Saying.OBJECT: gettext_lazy("objected"),
}
TAKEN_BACK: dict[str, Promise] = {
    Saying.CONFIRM: gettext_lazy("confirmation taken back"),
    Saying.OBJECT: gettext_lazy("objection withdrawn"),
}
SAYINGS: dict[str, Promise] = {
    **VOICE_WORDS,
    Saying.WITHDRAW: gettext_lazy("taken back"),
    Saying.SETTLE: gettext_lazy("objection settled"),
}
OUTCOMES: dict[str, Promise] = {
    ObjectionOutcome.STANDS: gettext_lazy("The hand stands as written"),
    ObjectionOutcome.CORRECTED: gettext_lazy("It has been corrected"),
}
SETTLED: dict[str, Promise] = {
    ObjectionOutcome.STANDS: gettext_lazy("objection settled: the hand stands as written"),
    ObjectionOutcome.CORRECTED: gettext_lazy("objection settled: the hand has been corrected"),
}


def voices_at(sheet: Sheet, sort_key: int) -> list[Voice]:
    """Return all voices about the entry at this place, in order."""
    if not sheet.evening.confirmation or not sheet.voiced:
        return []
    return list(sheet.voices.filter(entry__sort_key=sort_key).select_related("by", "reason").order_by("seq"))


def voices_in_words(voices: Sequence[Voice], names: Names) -> list[HistoryLine]:
    """Return the voices as lines of the hand's history."""
    by_id = {voice.pk: voice for voice in voices}
    return [_voice_in_words(voice, by_id, names) for voice in voices]


def _voice_in_words(voice: Voice, by_id: Mapping[UUID, Voice], names: Names) -> HistoryLine:
    answered = by_id.get(voice.answers_id) if voice.answers_id else None
    if voice.saying == Saying.SETTLE:
        action, who = str(SETTLED[voice.outcome]), voice.by.name if voice.by else ""
    elif answered is not None:
        action, who = str(TAKEN_BACK[answered.saying]), _who(voice, names[str(answered.player_id)])
    else:
        action, who = str(VOICE_WORDS[voice.saying]), _who(voice, names[str(voice.player_id)])
    return HistoryLine(action, who, voice.at, voice.words)


def _who(voice: Voice, name: str) -> str:
    """Return the player's name, and on whose device it was tapped if it was not their own."""
    if voice.by is None:
        return _("%(name)s (table link)") % {"name": name}
    if voice.by.name == name:
        return name
    return _("%(name)s (on %(owner)s’s device)") % {"name": name, "owner": voice.by.name}


def current_among(voices: Sequence[Voice], saying: Saying) -> list[Voice]:
    """Return the voices of this kind about one place that are neither withdrawn nor settled."""
    answered = {voice.answers_id for voice in voices}
    return [voice for voice in voices if voice.saying == saying and voice.pk not in answered]


def confirmation_in_words(voices: Sequence[Voice], row: Row | None, names: Names, *, last: bool) -> str:
    """Return whether the current version is confirmed; empty where there are no confirmations."""
    if row is None or row.number is None:
        return ""
    confirmed = current_among(voices, Saying.CONFIRM)
    players = tuple(str(voice.player_id) for voice in confirmed if voice.entry_id == row.pk)
    return Spoken({row.pk: players}).in_words(row.pk, names, last=last)


def newest_voice_in_words(sheet: Sheet, names: Names) -> str:
    """Return the newest voice of this table as a sentence; empty if there is none."""
    if sheet.heard_so_far < 1:
        return ""
    voice = sheet.voices.filter(seq=sheet.voiced).select_related("by", "reason", "entry", "answers").first()
    if voice is None:  # a club file that was taken as it is may count others
        return ""
    known = {} if voice.answers is None else {voice.answers.pk: voice.answers}
    line = _voice_in_words(voice, known, names)
    row = sheet.rows.filter(sort_key=voice.entry.sort_key).first()
    words = _("%(who)s: %(done)s.") % line._asdict()
    if row is None or row.number is None:
        return words
    return _("Hand %(number)d: %(what)s") % {"number": row.number, "what": words}


# What waits for the director


def waiting_in(evening: Evening, **at: Sheet) -> list[Voice]:
    """Return the open objections of an evening, or of one of its tables."""
    return _waiting(sheet__evening=evening, **at) if evening.confirmation else []


def waiting_in_club(club: Club) -> list[Voice]:
    """Return the open objections at all tables of a club."""
    return _waiting(sheet__evening__club=club)


def _waiting(**where: Any) -> list[Voice]:
    """Return open objections, each with the number of its hand (None: it does not count), by one query."""
    number = Row.objects.filter(sheet=OuterRef("sheet"), sort_key=OuterRef("entry__sort_key")).values(
        "number"
    )
    objections = Voice.objects.open_objections().filter(**where).annotate(number=number[:1])
    return list(objections.select_related("sheet__evening__club", "player__member", "reason"))


def is_objected(sheet: Sheet, sort_key: int) -> bool:
    """Return whether an objection to the hand at this place waits for the director."""
    if not sheet.evening.confirmation or not sheet.voiced:
        return False
    return Voice.objects.open_objections().filter(sheet=sheet, entry__sort_key=sort_key).exists()
