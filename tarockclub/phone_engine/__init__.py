"""The engine for phones: the same Python code, loaded by a browser to settle without network.

`building` makes these files in a checkout, while its server runs already. Where it cannot, phones go without.
"""

import json
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from tarockclub import folders

FOLDER = "phone_engine"  # below the static files
PARTS = "parts.json"


@dataclass(frozen=True, slots=True)
class PhoneEngine:
    """The files that a phone loads, by the names of static files with their checksums."""

    made_of: str  # a checksum of what it was built from
    version: str  # of the engine: another one may settle otherwise
    info: dict[str, str]  # which runtime this is, as it wants to be told
    runtime: str  # a folder
    library: str
    engine: str
    code_reader: str  # a script by which a desk reads QR codes; no phone loads it
    size: int  # bytes as they are sent, compressed

    @property
    def megabytes(self) -> Decimal:
        """Return the size of the download in megabytes, as it is shown to people."""
        return Decimal(self.size).scaleb(-6).quantize(Decimal("0.1"))

    def address_of(self, name: str, static: str) -> str:
        """Return where one of the files lies."""
        return f"{static}{FOLDER}/{name}"

    def addresses(self, static: str) -> dict[str, Any]:
        """Return the addresses and the total size of the parts, for the page's worker."""
        folder = f"{static}{FOLDER}/"
        return {
            "version": self.version,
            "size": self.size,
            "info": self.info,
            **{name: f"{folder}{getattr(self, name)}" for name in ("runtime", "library", "engine")},
            "files": [f"{folder}{name}" for name in self.files],
            "memory": f"{folder}{self.engine}-{self.library}",  # made and kept by the phone
        }

    @property
    def files(self) -> tuple[str, ...]:
        """Return all files, by what a phone asks for."""
        return (*(f"{self.runtime}/{name}" for name in RUNTIME), self.library, self.engine)

    @property
    def built_files(self) -> tuple[str, ...]:
        """Return all files that lie there, those that no phone loads included."""
        return (*self.files, self.code_reader)


RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")


def phone_engine(folder: Path = folders.STATIC / FOLDER) -> PhoneEngine | None:
    """Return the engine built into a folder; None where there is none of this program."""
    try:
        return PhoneEngine(**json.loads((folder / PARTS).read_text(encoding="utf-8")))
    except (FileNotFoundError, TypeError, ValueError):
        return None
