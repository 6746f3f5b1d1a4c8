"""Static files with a hash in their names; style sheets are sent as one file with their imports.

Over a bad network every file costs a way there and back, and the recording page is written in fifty. So
esbuild joins them, as short as can be, once its package is fetched; until then browsers load each by itself.
"""

import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

from tarockclub import folders
from tarockclub.phone_engine import FOLDER
from tarockclub.phone_engine.building import (
    INSTALLED,
    SOURCES,
    CannotBuild,
    node_packages,
    output_of,
    packages_folder,
)

SENT_WHOLE = "// Sent as one file with all that it imports.\n"
STYLE_SENT_WHOLE = "/* Sent as one file with all that it imports. */\n"
STYLE_IMPORT = re.compile(r'^@import "([^":]+)";\n', re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/\n?", re.DOTALL)
OLDEST = "--target=es2022,safari15.4,chrome100,firefox115"  # as tests/floor/features.mjs says
JOINED = ("--bundle", "--minify", "--format=esm", OLDEST, "--allow-overwrite", "--log-level=warning")


def whole_style(source: Path) -> str:
    """Return a style sheet with its imports from the same folder or below, without comments."""
    own = COMMENT.sub("", source.read_text(encoding="utf-8"))
    return STYLE_IMPORT.sub(lambda match: whole_style(source.parent / match[1]), own)


def write_whole(folder: Path) -> set[str]:
    """Write the combined files in place of earlier ones; return their names."""
    with TemporaryDirectory() as name:
        lying = Path(name)  # all scripts and styles, those of several apps beside each other
        for finder in finders.get_finders():
            for path, storage in finder.list(["admin"]):
                if path.endswith((".js", ".css")):
                    (lying / path).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(storage.path(path), lying / path)
        marked = {path: path.read_text(encoding="utf-8") for path in lying.rglob("*.*")}
        scripts = [path for path, text in marked.items() if text.startswith(SENT_WHOLE)]
        styles = [path for path, text in marked.items() if text.startswith(STYLE_SENT_WHOLE)]
        for path in [*styles, *scripts]:
            target = folder / path.relative_to(lying)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(whole_style(path) if path in styles else marked[path], encoding="utf-8")
        _join(scripts, lying, folder)
        return {path.relative_to(lying).as_posix() for path in (*styles, *scripts)}


def _join(scripts: list[Path], lying: Path, folder: Path) -> None:
    output = (f"--outdir={folder}", f"--outbase={lying}")
    if not packages_folder(SOURCES, INSTALLED).exists():
        return
    try:
        node, packages = node_packages(SOURCES, INSTALLED)
        output_of(
            [*node, str(packages / "esbuild" / "bin" / "esbuild"), *JOINED, *output, *map(str, scripts)]
        )
    except CannotBuild as error:
        print(f"Browsers load scripts one by one; everything else goes on.\n{error}", file=sys.stderr)


class ServedFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """Serves static files, including an engine for phones that a checkout builds meanwhile."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Serve a file, or let the program answer."""
        of_phones = f"{settings.STATIC_URL}{FOLDER}/"
        is_made_later = not folders.IS_INSTALLED and request.path_info.startswith(of_phones)
        if is_made_later and request.path_info not in self.files:
            folder = folders.STATIC / FOLDER
            if folder.is_dir() and not self.autorefresh:
                self.add_files(folder, prefix=of_phones)
        response: HttpResponse = super().__call__(request)
        return response


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """The storage of static files, which also puts hashes into the imports of scripts."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 20  # one for each script that is imported by one that is imported, and so on

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Any:
        """Yield the files as they are sent."""
        if not dry_run:
            paths |= {name: (self, name) for name in write_whole(Path(self.location))}
        yield from super().post_process(paths, dry_run, **options)
