"""Settings of earlier versions that do nothing any more: said at start, on `/health/` and to the owner."""

import os
from collections.abc import Callable

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
}


def ended_settings(translated: Callable[[str], str] = _) -> list[str]:
    """Return a sentence for each setting that is still there and does nothing any more."""
    folder = usual_folder(connection)
    return [
        translated(sentence).format(folder=folder) for name, sentence in ENDED.items() if os.environ.get(name)
    ]
