"""Find settings and timers of earlier versions without effect, and name what replaced them."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from django.db import connection

from scoring.archive.backups import usual_folder
from scoring.language import _, gettext_noop

ENDED = {
    "BACKUP_TO": gettext_noop(
        "The program no longer makes copies elsewhere: BACKUP_TO does nothing. After each backup this line "
        "does it: rclone copy {folder} REMOTE:FOLDER. Then take BACKUP_TO out of the settings."
    ),
    "BACKUP_PASSWORD": gettext_noop(
        "The program no longer makes copies elsewhere: BACKUP_PASSWORD does nothing. Take it out of the "
        "settings; what opens the other place belongs to rclone, which makes the copies now."
    ),
    "STRANGERS": gettext_noop(
        "No process is kept for strangers any more: STRANGERS does nothing. The server in front limits what "
        "they ask, as in the nginx.conf of this version. Take STRANGERS out of the settings."
    ),
}
UPDATES = gettext_noop(
    "{file} runs `tarockclub update`, which is gone: apt, pipx or the container bring new versions. Take "
    "that line out."
)
ROOT = Path("/")
SCHEDULES = ("etc/systemd/system/*.service", "etc/cron.*/*", "etc/crontab")
RUNS_UPDATE = re.compile(r"(?m)^[^#\n]*tarockclub update\b")


def ended_settings(translated: Callable[[str], str] = _) -> list[str]:
    """Return a sentence for each setting or timer that no longer has any effect."""
    folder = usual_folder(connection)
    sentences = [sentence for name, sentence in ENDED.items() if os.environ.get(name)]
    return [translated(sentence).format(folder=folder) for sentence in sentences] + [
        translated(UPDATES).format(file=file) for file in _schedules_that_update()
    ]


def _schedules_that_update() -> Iterator[Path]:
    for pattern in SCHEDULES:
        for file in sorted(ROOT.glob(pattern)):
            with suppress(OSError):
                if RUNS_UPDATE.search(file.read_text(errors="replace")):
                    yield file
