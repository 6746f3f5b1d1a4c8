"""Make in a checkout what a wheel has already: translations, static files, the engine for phones.

`python -m tarockclub.checkout` makes all of it. `tarockclub run` makes what the first page needs, and begins
this beside the server for the rest, which takes longer than everything before it.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from scoring.language import _, gettext_noop
from tarockclub import environment, folders
from tarockclub.phone_engine import FOLDER, phone_engine

CATALOGUES = folders.ROOT / "tarockclub" / "locale"
MADE_OF = ("tarockclub/settings.py", "tarockclub/static_files.py", ".venv/run.txt")
WITHOUT_NETWORK = gettext_noop("Phones using this server can settle without a network.")
WITH_NETWORK_ONLY = gettext_noop("Phones using this server cannot settle without a network.")
MEANWHILE = 10  # how much the work beside a server gives way to it


def translate() -> None:
    """Compile the catalogues that are newer than what Django reads of them."""
    if any(_is_older(path.with_suffix(".mo"), [path]) for path in CATALOGUES.glob("*/LC_MESSAGES/django.po")):
        from tarockclub import translations

        translations.main(["compile"])


def collect(*, silently: bool = False) -> None:
    """Compress styles and scripts after a change to one of them, the settings or the packages."""
    from tarockclub.phone_engine.building import INSTALLED, SOURCES, packages_folder

    sources = [folders.ROOT / name for name in MADE_OF]
    sources += [
        path for app in ("scoring", "tournaments") for path in (folders.ROOT / app / "static").rglob("*")
    ]
    sources.append(packages_folder(SOURCES, INSTALLED))
    if _is_older(folders.STATIC / "staticfiles.json", sources):
        import django
        from django.core.management import call_command

        if not silently:
            print(_("Compressing styles and scripts …"), flush=True)
        django.setup()
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["admin"])


def lacks_phone_engine() -> bool:
    """Return whether the engine for phones must be built; remove one made of earlier sources."""
    if folders.IS_INSTALLED:
        return False
    from tarockclub.phone_engine.building import made_of

    folder = folders.STATIC / FOLDER
    parts = phone_engine(folder)
    if parts is not None and parts.made_of != made_of():
        shutil.rmtree(folder)
        return True
    return parts is None


def make_phone_engine() -> None:
    """Build the engine for phones; where that fails, say why and go on without it."""
    from tarockclub.phone_engine.building import CannotBuild, build

    print(_("Making what phones load to settle without a network …"), flush=True)
    try:
        build(folders.STATIC / FOLDER)
    except CannotBuild as error:
        print(_(WITH_NETWORK_ONLY), error, sep="\n", flush=True)
    else:
        print(_(WITHOUT_NETWORK), flush=True)


def begin_beside_server() -> None:
    """Make what is left while the server runs; Ctrl-C ends both."""
    subprocess.Popen([sys.executable, "-m", "tarockclub.checkout"], cwd=folders.ROOT)


def _is_older(target: Path, sources: Iterable[Path]) -> bool:
    if not target.exists():
        return True
    written = target.stat().st_mtime
    return any(source.exists() and source.stat().st_mtime > written for source in sources)


def main() -> None:
    """Make everything that is missing; the packages of the engine for phones also join the scripts."""
    os.nice(MEANWHILE)
    environment.make_ready()
    with suppress(KeyboardInterrupt):
        translate()
        if lacks_phone_engine():
            make_phone_engine()
        collect(silently=True)


if __name__ == "__main__":
    main()
