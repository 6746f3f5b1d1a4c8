"""Mistakes of the program, as pages show them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from scoring.models import Club, ProgramMistake

IDS_IN_THE_LINE = 3


@dataclass(frozen=True, slots=True)
class TimeOfMistake:
    """One time that it happened."""

    id: str
    at: datetime
    pattern: str
    is_sought: bool


@dataclass(frozen=True, slots=True)
class ShownMistake:
    """A mistake with the newest times first."""

    mistake: ProgramMistake
    times: list[TimeOfMistake]

    @property
    def earlier(self) -> int:
        """Return how often it happened before the first of these."""
        return self.mistake.count - len(self.times)

    @property
    def is_sought(self) -> bool:
        return any(time.is_sought for time in self.times)


def shown(sought: str) -> list[ShownMistake]:
    """Return all of late; where an id is sought, only the mistake that somebody was told under it."""
    wanted = sought.strip().lower()
    found = [
        _shown(program_mistake, wanted) for program_mistake in ProgramMistake.objects.of_late(timezone.now())
    ]
    return [mistake for mistake in found if mistake.is_sought] if wanted else found


def _shown(mistake: ProgramMistake, wanted: str) -> ShownMistake:
    times = [
        TimeOfMistake(id_, datetime.fromisoformat(at), pattern, id_ == wanted)
        for id_, at, pattern in reversed(mistake.times)
    ]
    return ShownMistake(mistake, times)


def on_clubs_page(request: HttpRequest) -> SafeString:
    """Return a line for whoever runs the program, as long as there is anything that nobody has ticked."""
    found = list(ProgramMistake.objects.open(timezone.now())) if request.user.is_superuser else []
    if not found:
        return SafeString()
    times = sorted((time[1], time[0]) for program_mistake in found for time in program_mistake.times)
    page = {
        "last": found[0].last_at,
        "count": sum(program_mistake.count for program_mistake in found),
        "ids": [id_ for _at, id_ in reversed(times)][:IDS_IN_THE_LINE],
    }
    return render_to_string("scoring/server/error_reports/_line.html", page)


def on_club_page(request: HttpRequest, _club: Club) -> SafeString:
    """Return the same line: whoever runs the program may have kept only this page."""
    return on_clubs_page(request)
