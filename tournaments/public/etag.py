"""Most of what a tournament is asked is whether anything is new, and nothing is: answered at once."""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified

from scoring import clock
from tournaments.pulse import NOW, Beat, beat_at, beat_of

ASKED = re.compile(r"/tournaments/([^/]+)/(?:tables/([0-9]{1,18})/)?pulse/")


def not_modified(request: HttpRequest) -> HttpResponse | None:
    """Answer that nothing is new; None where something is, or something else was asked."""
    asked = ASKED.fullmatch(request.path_info)
    if asked is None:
        return None
    request.get_host()  # refuses hosts that are none of ours, as for every page
    code, table = asked.groups()
    beat = beat_of(code) if table is None else beat_at(code, int(table))
    if beat is not None and beat.tag == request.headers["If-None-Match"]:
        return tagged(HttpResponseNotModified(), beat, now())
    request.__dict__["beat"] = beat
    return None


def beat_for(request: HttpRequest, ask: Callable[[], Beat | None]) -> Beat | None:
    """Return what was found out above, or ask."""
    found: Beat | None = request.__dict__["beat"] if "beat" in request.__dict__ else ask()
    return found


def now() -> int:
    """Return the server's time, in milliseconds."""
    return int(clock.now().timestamp() * 1000)


def tagged(answer: HttpResponse, beat: Beat, at: int) -> HttpResponse:
    """Say how far it has come, so that it can be asked whether anything is new, and what time it is."""
    answer.headers["ETag"] = beat.tag
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.headers["Vary"] = "Cookie"
    answer.headers[NOW] = str(at)
    return answer
