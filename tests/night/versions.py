"""The next version of the program: the same, with other names of scripts and another version of forms."""

from __future__ import annotations

import json
import os
import re
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings

VERSION, STATIC = (
    "NIGHT_VERSION",
    "NIGHT_STATIC",
)  # where a server reads which one it is, and where its files lie
HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")
MANIFEST = "staticfiles.json"


def write_next_version(folder: Path, version: int) -> None:
    """Write the static files there as that version has them, without those of the version before."""
    before = Path(settings.STATIC_ROOT or "")
    shutil.copytree(before, folder, copy_function=os.symlink)
    manifest = json.loads((before / MANIFEST).read_text())
    names = {
        name: _renamed(name, version)
        for name in manifest["paths"].values()
        if HASHED.search(name) is not None
    }
    called = {Path(name).name: Path(new).name for name, new in names.items()}
    for name, new in names.items():
        text = (before / name).read_text(encoding="utf-8")
        text = re.sub(r"[\w-]+\.[0-9a-f]{12}\.js", lambda found: called.get(found[0], found[0]), text)
        (folder / new).write_text(f"{text}\n// Version {version}\n")
        for end in ("", ".gz", ".br"):
            (folder / f"{name}{end}").unlink(missing_ok=True)
    manifest["paths"] = {path: names.get(name, name) for path, name in manifest["paths"].items()}
    (folder / MANIFEST).unlink()
    (folder / MANIFEST).write_text(json.dumps(manifest))


def _renamed(name: str, version: int) -> str:
    digest = sha256(f"{name} {version}".encode()).hexdigest()[:12]
    return HASHED.sub(f".{digest}.js", name)


def become_this_version() -> Any:
    """Return the application of the version that this process is told to be."""
    from django.core.wsgi import get_wsgi_application
    from django.test.utils import override_settings

    from scoring.table.pages import recording_page

    version, before = os.environ[VERSION], recording_page.version_of_form
    override_settings(STATIC_ROOT=os.environ[STATIC]).enable()
    recording_page.version_of_form = lambda *about: sha256(
        f"{before(*about)} {version}".encode()
    ).hexdigest()[:16]
    return get_wsgi_application()
