"""Choose what a wheel carries beside its packages: its commit, and the static files that it serves."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPRESSED = (".gz", ".br")
SHOWN_PICTURE = re.compile(r'picture="([a-z-]+)"')
PICTURE = re.compile(r"scoring/pictures/([a-z-]+?)(?:-light|-dark)?\.\w+\.png")


class ContentsHook(BuildHookInterface):
    """Adds what `tarockclub/release.py` and the server read, and leaves out what nobody asks for."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write down the commit, where there is one, and list the static files."""
        root = Path(self.root)
        sys.path.insert(0, self.root)
        from tarockclub.release import release_of

        sys.path.remove(self.root)
        included = build_data["force_include"]
        if commit := release_of(root).commit:
            self.folder = Path(mkdtemp())
            written = self.folder / "commit"
            written.write_text(f"{commit}\n")
            included[str(written)] = "tarockclub/carried/commit"
        for file in served_files(root / "var" / "static", root / "templates"):
            name = file.relative_to(root / "var" / "static").as_posix()
            included[str(file)] = f"tarockclub/carried/static/{name}"


def served_files(static: Path, templates: Path) -> Iterator[Path]:
    """Yield the static files that a page can name: once each, under the name with its checksum.

    Pictures of the README stay behind, unless the handbook shows them, too.
    """
    hashed_names: dict[str, str] = json.loads((static / "staticfiles.json").read_text())["paths"]
    plain_names = {name for name, hashed in hashed_names.items() if name != hashed}
    shown = {
        name
        for page in templates.rglob("*.html")
        for name in SHOWN_PICTURE.findall(page.read_text(encoding="utf-8"))
    }
    for file in sorted(path for path in static.rglob("*") if path.is_file()):
        name = file.relative_to(static).as_posix()
        for ending in COMPRESSED:
            name = name.removesuffix(ending)
        picture = PICTURE.fullmatch(name)
        if name not in plain_names and (picture is None or picture[1] in shown):
            yield file
