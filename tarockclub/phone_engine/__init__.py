"""The engine in a phone: what a browser loads to settle without network, by the same Python code.

`building` makes these files at set-up. Where that cannot be done there are none, and phones go without.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from tarockclub import folders

FOLDER = "phone_engine"  # below the static files
PARTS = "parts.json"


@dataclass(frozen=True, slots=True)
class PhoneEngine:
    """What a phone loads, as names of static files; each carries its checksum."""

    made_of: str  # a checksum of what it was built from
    version: str  # of the engine: another one may settle otherwise
    runtime: str  # a folder
    library: str
    engine: str
    size: int  # bytes as they are sent, compressed

    @property
    def files(self) -> tuple[str, ...]:
        """Return all files, by what a phone asks for."""
        return (*(f"{self.runtime}/{name}" for name in RUNTIME), self.library, self.engine)


RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")


def phone_engine(folder: Path = folders.STATIC / FOLDER) -> PhoneEngine | None:
    """Return what was built into a folder, or None."""
    try:
        return PhoneEngine(**json.loads((folder / PARTS).read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
