"""What a script imports from another one is there: a browser gives up the whole page otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, join, normpath

from django.conf import settings

IMPORTED = re.compile(r"""import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']""")
EXPORTED = re.compile(r"^export\s+(?:async\s+)?(?:function\*?|const|let|class)\s+(\w+)", re.MULTILINE)
LISTED = re.compile(r"^export\s*\{([^}]*)\}", re.MULTILINE)


def names(listed: str, *, inside: bool) -> list[str]:
    """Return the names of a list in braces: those inside the script, or those that others know."""
    parts = [part.split(" as ") for part in listed.split(",") if part.strip()]
    return [(part[0] if inside else part[-1]).strip() for part in parts]


def exported(script: str) -> set[str]:
    """Return what others may import from a script."""
    listed = (one for found in LISTED.findall(script) for one in names(found, inside=False))
    return {*EXPORTED.findall(script), *listed}


def missing(*folders: Path) -> Iterator[str]:
    """Yield each import that the script it names does not export; all folders lie under one address."""
    scripts = {
        path.relative_to(folder).as_posix(): path.read_text()
        for folder in folders
        for path in folder.rglob("*.js")
    }
    for address, script in sorted(scripts.items()):
        for listed, source in IMPORTED.findall(script):
            there = exported(scripts.get(normpath(join(dirname(address), source)), ""))
            for name in names(listed, inside=True):
                if name not in there:
                    yield f"{address}: {name} from {source}"


def test_whatever_is_imported_is_exported() -> None:
    folders = [Path(settings.BASE_DIR, app, "static") for app in ("scoring", "tournaments")]
    assert sum(len(IMPORTED.findall(path.read_text())) for one in folders for path in one.rglob("*.js")) > 50
    assert list(missing(*folders)) == []


def test_a_planted_mistake_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("const one = 1;\nexport async function two() {}\nexport { one as three };")
    (tmp_path / "b.js").write_text('import { two, three, one } from "./a.js";\nimport { x } from "./c.js";\n')
    assert list(missing(tmp_path)) == ["b.js: one from ./a.js", "b.js: x from ./c.js"]
