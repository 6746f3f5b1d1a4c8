"""Lines for the operator: whether the newest backup could be restored, and which settings ended."""

from datetime import timedelta

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from scoring import encryption
from scoring.archive import drills
from scoring.capability import Capability, sentence
from scoring.server.ended_settings import ended_settings

LATE = timedelta(days=3)  # drills run every night, or at each start


def drill_line(request: HttpRequest) -> SafeString:
    """Return the result of the last drill for the operator; empty for others, and before the first."""
    drill = drills.last() if request.user.is_superuser else None
    if drill is None:
        return SafeString()
    page = {"drill": drill, "is_late": drill.age > LATE, "is_encrypted": encryption.has_key()}
    return render_to_string("scoring/server/_drill_line.html", page)


def ended_settings_lines(request: HttpRequest) -> SafeString:
    """Return which settings do nothing any more; empty for others."""
    sentences = ended_settings(gettext) if request.user.is_superuser else []
    return render_to_string("scoring/server/_ended_settings.html", {"sentences": sentences})


CAPABILITY = Capability(
    on_clubs_page=(drill_line, ended_settings_lines),
    # What a command of earlier versions left in the log.
    words={"tried_load": sentence(gettext_lazy("tested how much this server can take"))},
)
