"""A mistake of the program is kept, ticked, and taken up again."""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType
from uuid import UUID

from django.db.models import F

from scoring import clock
from scoring.capability import apps_with_capabilities
from scoring.deeds import PendingDeed, atomic_with_retry, verb
from scoring.models import Account, ProgramMistake
from scoring.models.mistakes import KEPT

MOST_TIMES = 50  # of one mistake, by which it can be looked up


@dataclass(frozen=True, slots=True)
class Failure:
    """One request that went wrong; of the address only its pattern: names and links may stand in it."""

    id: str
    place: str
    kind: str
    pattern: str


def failure_of(error: BaseException, *, told: str, pattern: str) -> Failure:
    """Return what is kept of an exception: neither its text nor anything that somebody sent."""
    return Failure(told, place_of(error.__traceback__)[:200], type(error).__name__[:100], pattern[:200])


def place_of(traceback: TracebackType | None) -> str:
    """Return the innermost line of this program; what it calls belongs to others."""
    own = tuple(f"{app}." for app in (*apps_with_capabilities(), "tarockclub"))
    place = ""
    while traceback is not None:
        frame = traceback.tb_frame
        module = frame.f_globals.get("__name__", "")
        if module.startswith(own) or not place:
            place = f"{module}, {traceback.tb_lineno} ({frame.f_code.co_name})"
        traceback = traceback.tb_next
    return place


@atomic_with_retry
def keep(failure: Failure) -> None:
    """Count one more; what was ticked is open again, and what is long ago goes."""
    at = clock.now()
    ProgramMistake.objects.filter(last_at__lte=at - KEPT).delete()
    mistake, is_new = ProgramMistake.objects.select_for_update().get_or_create(
        place=failure.place, kind=failure.kind, defaults={"first_at": at, "last_at": at}
    )
    mistake.times = [*mistake.times, [failure.id, at.isoformat(), failure.pattern]][-MOST_TIMES:]
    mistake.last_at, mistake.done_at = at, None
    if not is_new:
        mistake.count = F("count") + 1
    mistake.save()


@verb("tick_mistake")
def tick(act: PendingDeed, *, actor: Account, deed: UUID, mistake: ProgramMistake, done: bool) -> None:
    """Whoever runs the program has seen to it; or has not."""
    mistake.done_at = clock.now() if done else None
    mistake.save(update_fields=["done_at"])
    act.record(None, mistake=str(mistake), done=done)
