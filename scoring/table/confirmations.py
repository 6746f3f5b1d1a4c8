"""Confirmations of hands by the other side, and objections; neither changes the sheet or blocks recording."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import clock
from scoring.capability import sentence_by
from scoring.deeds import (
    ChangedMeanwhile,
    PendingDeed,
    Refused,
    atomic_with_retry,
    saved_with_other_contents,
    verb,
)
from scoring.engine import facts
from scoring.engine.customs import Kind
from scoring.engine.rules import Rules
from scoring.models import Account, Entry, Evening, ObjectionOutcome, Row, Saying, Sheet, Voice
from scoring.names import tidy
from scoring.rules.versions.timelines import timeline_of
from scoring.table.reasons import demand_reason, says, store_reason
from scoring.table.replay import fact_of
from scoring.table.writing import directed_sheet, locked_sheet, sheet_details
from scoring.table_policy import Actor

# Who may say what


def other_side(hand: facts.Hand, players: Iterable[str], rules: Rules) -> tuple[str, ...]:
    """Return the players against all declarers; in a Trischaken all players."""
    players = tuple(players)
    if any(rules.contracts[game.contract].kind is Kind.TRISCHAKEN for game in hand.games):
        return players
    with_declarer = {player for game in hand.games for player in (game.declarer, game.partner)}
    return tuple(player for player in players if player not in with_declarer) or players


def confirmers(hand: facts.Hand, players: Iterable[str], recorder: str | None, rules: Rules) -> list[str]:
    """Return the other side without the recorder, who cannot confirm a hand that they wrote."""
    return [player for player in other_side(hand, players, rules) if player != recorder]


def speakers(those: Sequence[str], players: Sequence[str], me: str | None) -> list[str]:
    """Return the players a device may speak for: the signed-in one if they played, else any of them."""
    if me is not None and me in players:
        return [player for player in those if player == me]
    return list(those)


def me_at(sheet: Sheet, actor: Actor) -> str | None:
    """Return the participant id of the signed-in account; None if it does not take part this evening."""
    known = actor.account is not None and sheet.participant_id is not None
    return str(sheet.participant_id) if known else None


def may_withdraw(voice: Voice, sheet: Sheet, actor: Actor) -> bool:
    """Return whether the actor spoke or owns the device; for a voice by link, any phone with the link."""
    if actor.account is None:
        return voice.by_id is None
    return me_at(sheet, actor) == str(voice.player_id) or voice.by_id == sheet.member_id


def last_row(sheet: Sheet) -> Row | None:
    """Return the last current hand or void hand; None if there is none."""
    return sheet.rows.with_recorder().order_by("sort_key").last()


def who_confirms(row: Row, sheet: Sheet) -> list[str]:
    """Return the players who can confirm a row found by `last_row`; for a void hand there are none."""
    if row.number is None:
        return []
    fact = fact_of(row.entry, timeline_of(sheet))
    assert isinstance(fact.entry, facts.Hand)
    recorder = None if row.recorder is None else str(row.recorder)
    return confirmers(fact.entry, row.players, recorder, fact.rules)


# The verbs


@atomic_with_retry
def confirm(*, actor: Actor, deed: UUID, sheet: Sheet, entry: Entry, player: str) -> Voice:
    """Confirm the last hand for a player of the other side."""
    sheet, existing = _ready(sheet, actor, deed, saying=Saying.CONFIRM, entry_id=entry.pk, player_id=player)
    if existing is not None:
        return existing
    row = last_row(sheet)
    if row is None or row.entry_id != entry.pk:
        raise Refused(form=[_too_late(sheet, entry, actor)])
    if player not in speakers(who_confirms(row, sheet), row.players, me_at(sheet, actor)):
        who = _("A hand is confirmed by a player on the other side who did not record it.")
        raise Refused(form=[who])
    confirmation = (
        Voice.objects.current().filter(entry=entry, saying=Saying.CONFIRM, player=int(player)).first()
    )
    return confirmation or _write(sheet, actor, deed, entry, Saying.CONFIRM, player_id=int(player))


@atomic_with_retry
def object_to(
    *, actor: Actor, deed: UUID, sheet: Sheet, entry: Entry, player: str, reason: str = ""
) -> Voice:
    """Object to a hand for one of its four players; a reason is optional."""
    words = demand_reason(reason) if tidy(reason) else ""
    contents = {"saying": Saying.OBJECT, "entry_id": entry.pk, "player_id": player}
    sheet, existing = _ready(sheet, actor, deed, words, **contents)
    if existing is not None:
        return existing
    row = sheet.rows.filter(pk=entry.pk).first()
    if row is None:
        raise Refused(form=[_moved_on()])
    if player not in speakers(row.players, row.players, me_at(sheet, actor)):
        raise Refused(player=[_("Please say who objects: one of those who played this hand.")])
    objected = Voice.objects.current().filter(saying=Saying.OBJECT, sheet=sheet, entry__sort_key=row.sort_key)
    if objected.filter(player=int(player)).exists():
        name = sheet.evening.names()[player]
        raise Refused(form=[_("%(name)s has already objected to this hand.") % {"name": name}])
    return _write(sheet, actor, deed, entry, Saying.OBJECT, player_id=int(player), reason=store_reason(words))


@atomic_with_retry
def withdraw_voice(*, actor: Actor, deed: UUID, sheet: Sheet, of: Voice) -> Voice:
    """Withdraw a confirmation while its hand is the last one, or an objection at any time."""
    sheet, existing = _ready(sheet, actor, deed, saying=Saying.WITHDRAW, answers_id=of.pk)
    if existing is not None:
        return existing
    _demand_current(sheet, of)
    if not may_withdraw(of, sheet, actor):
        raise Refused(form=[_("Only the person who said this can take it back.")])
    if of.saying == Saying.CONFIRM:
        row = last_row(sheet)
        if row is None or row.entry_id != of.entry_id:
            raise Refused(form=[_too_late(sheet, of.entry, actor)])
    return _write(sheet, actor, deed, of.entry, Saying.WITHDRAW, answers=of)


@verb(
    log=sentence_by(
        "outcome",
        {
            "stands": gettext_lazy("settled an objection at “%(name)s” (%(date)s): the hand stands"),
            "corrected": gettext_lazy(
                "settled an objection at “%(name)s” (%(date)s): the hand has been corrected"
            ),
        },
    ),
    fingerprint=lambda sheet, **arguments: arguments.values(),
    repeat_result=lambda deed, arguments: Voice.objects.get(pk=deed.pk),
)
def settle_objection(
    act: PendingDeed[Account], *, sheet: Sheet, of: Voice, outcome: str, reason: str
) -> Voice:
    """Settle an objection with the director's answer, also after the evening is closed."""
    reason = demand_reason(reason)
    sheet = directed_sheet(sheet, act.actor)
    if outcome not in ObjectionOutcome.values:
        raise Refused(outcome=[_("Please choose.")])
    _demand_current(sheet, of)
    if of.saying != Saying.OBJECT:
        raise Refused(form=[_("Only an objection can be settled.")])
    row = sheet.rows.filter(sort_key=of.entry.sort_key).first()
    settled = _write(
        sheet,
        Actor(act.actor),
        act.id,
        of.entry,
        Saying.SETTLE,
        answers=of,
        outcome=outcome,
        reason=store_reason(reason),
    )
    number = None if row is None else row.number
    act.record(sheet.evening.club, number=number, outcome=outcome, **sheet_details(sheet))
    return settled


# What they share


def _ready(
    sheet: Sheet, actor: Actor, voice: UUID, words: str = "", **contents: object
) -> tuple[Sheet, Voice | None]:
    """Return the sheet, locked, and the voice already stored under this id with the same contents.

    Else the sheet has to be open, and hands be confirmed there.
    """
    sheet = locked_sheet(sheet, actor)
    existing = Voice.objects.select_related("reason").filter(pk=voice).first()
    if existing is not None:
        same = all(str(getattr(existing, name)) == str(value) for name, value in contents.items())
        if not same or not says(existing.reason, words):
            raise Refused(form=[saved_with_other_contents()])
    elif not sheet.is_open:
        raise Refused(form=[_("This table is closed. Nothing was noted; a director can reopen it.")])
    # Asked anew: the sheet may have been waited for, and its evening been changed meanwhile.
    elif not Evening.objects.filter(pk=sheet.evening_id, confirmation=True).exists():
        raise Refused(form=[_("On this evening hands are not confirmed by the other side.")])
    return sheet, existing


def _demand_current(sheet: Sheet, voice: Voice) -> None:
    if not Voice.objects.current().filter(pk=voice.pk, sheet=sheet).exists():
        raise ChangedMeanwhile()


def _too_late(sheet: Sheet, entry: Entry, actor: Actor) -> str:
    """Return why a tap about this hand does not count any more."""
    row = sheet.rows.filter(pk=entry.pk).first()
    if row is None:
        return _moved_on()
    later = sheet.rows.filter(sort_key__gt=row.sort_key).order_by("sort_key")
    by = later.values_list("entry__by__name", flat=True).first()
    if actor.account is None or not by:  # a table's link is nobody, and learns of nobody
        return _("The next hand has been recorded in the meantime: this one counts as confirmed by it.")
    sentence = _("%(name)s has recorded the next hand in the meantime: this one counts as confirmed by it.")
    return sentence % {"name": by}


def _moved_on() -> str:
    return _(
        "This hand has been changed or taken back in the meantime. Nothing has been noted yet; please look "
        "at it as it stands now."
    )


def _write(sheet: Sheet, actor: Actor, voice: UUID, entry: Entry, saying: Saying, **what: object) -> Voice:
    sheet.voiced += 1
    sheet.save(update_fields=["voiced"])
    return Voice.objects.create(
        id=voice,
        sheet=sheet,
        seq=sheet.voiced,
        seen_seq=sheet.seq,
        entry=entry,
        saying=saying,
        by_id=actor.member_at(sheet),
        at=clock.now(),
        **what,
    )
