"""What takes a while to work out lies in a file, for every process and after every start.

Such a file is called by the checksum of all it follows from: it is right for as long as it exists, and
whoever throws it away loses nothing but time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.conf import settings


def kept(room: str, name: str, make: Callable[[], str], superseded: Callable[[Path], Iterable[Path]]) -> str:
    """Return what lies under that name, or make it and put it there; what it supersedes is thrown away.

    In one piece or not at all; where nothing can be written, each process makes its own.
    """
    file = Path(settings.DATA, room, name)
    try:
        return file.read_text(encoding="utf-8")
    except OSError:
        made = make()
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with NamedTemporaryFile("w", dir=file.parent, encoding="utf-8", delete=False) as new:
            new.write(made)
            new.flush()
            os.fsync(new.fileno())
        Path(new.name).replace(file)
        for older in superseded(file):
            if older != file:
                older.unlink(missing_ok=True)
    except OSError:
        pass
    return made
