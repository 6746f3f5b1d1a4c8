"""Of which commit a wheel is made: written into it while it is built."""

import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CommitHook(BuildHookInterface):
    """Adds the file that `tarockclub/release.py` reads."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write down the commit, where there is one."""
        sys.path.insert(0, self.root)
        from tarockclub.release import release_of

        sys.path.remove(self.root)
        if commit := release_of(Path(self.root)).commit:
            self.folder = Path(mkdtemp())
            told = self.folder / "commit"
            told.write_text(f"{commit}\n")
            build_data["force_include"][str(told)] = "tarockclub/carried/commit"
