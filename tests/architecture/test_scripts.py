"""What a script imports, and what a page names, is there: otherwise no browser gets the whole page."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, join, normpath

from django.conf import settings

from tarockclub.static_files import SENT_WHOLE

IMPORTED = re.compile(r"""import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']""")
FROM = re.compile(r"""^(?:import|\}).*["'](\..*)["'];$""", re.MULTILINE)
EXPORTED = re.compile(r"^export\s+(?:async\s+)?(?:function\*?|const|let|class)\s+(\w+)", re.MULTILINE)
REMEMBERING = re.compile(r"^(?:export )?(?:let |const \w+ = (?:new |\[\]))", re.MULTILINE)
FOLDERS = [Path(settings.BASE_DIR, app, "static") for app in ("scoring", "tournaments")]
NAMED = re.compile(r"""["']((?:scoring|tournaments)/[\w/-]+\.(?:css|js|svg|png))["']""")
LISTED = re.compile(r"^export\s*\{([^}]*)\}", re.MULTILINE)


def names(listed: str, *, inside: bool) -> list[str]:
    """Return the names of a list in braces: those inside the script, or those that others know."""
    parts = [part.split(" as ") for part in listed.split(",") if part.strip()]
    return [(part[0] if inside else part[-1]).strip() for part in parts]


def exported(script: str) -> set[str]:
    """Return what others may import from a script."""
    listed = (name for found in LISTED.findall(script) for name in names(found, inside=False))
    return {*EXPORTED.findall(script), *listed}


def written(*folders: Path) -> Iterator[tuple[str, str]]:
    """Yield every script with its address."""
    for folder in folders:
        yield from ((path.relative_to(folder).as_posix(), path.read_text()) for path in folder.rglob("*.js"))


def missing(*folders: Path) -> Iterator[str]:
    """Yield each import that the script it names does not export; all folders lie under one address."""
    scripts = dict(written(*folders))
    for address, script in sorted(scripts.items()):
        for listed, source in IMPORTED.findall(script):
            there = exported(scripts.get(normpath(join(dirname(address), source)), ""))
            for name in names(listed, inside=True):
                if name not in there:
                    yield f"{address}: {name} from {source}"


def test_whatever_is_imported_is_exported() -> None:
    assert sum(len(IMPORTED.findall(script)) for _, script in written(*FOLDERS)) > 50
    assert list(missing(*FOLDERS)) == []


def test_whatever_templates_and_views_name_is_there() -> None:
    """Where static files are collected, as `make run` does, a page with another one is an error."""
    kinds = (("templates", "html"), ("scoring", "py"), ("tournaments", "py"))
    files = (file for top, kind in kinds for file in Path(settings.BASE_DIR, top).rglob(f"*.{kind}"))
    named = {name for file in files for name in NAMED.findall(file.read_text())}
    assert {"scoring/style.css", "scoring/record/page.js"} < named
    assert {name for name in named if not any((folder / name).is_file() for folder in FOLDERS)} == set()


def brought(name: str, scripts: dict[str, str], found: set[str]) -> set[str]:
    """Return a script and all that it imports."""
    if name not in found:
        found.add(name)
        for source in FROM.findall(scripts[name]):
            brought(normpath(join(dirname(name), source)), scripts, found)
    return found


def test_what_several_scripts_bring_along_remembers_nothing() -> None:
    """Of what is sent with each of two scripts, a page that has both has it twice."""
    scripts = dict(written(*FOLDERS))
    sent_whole = [name for name, script in scripts.items() if script.startswith(SENT_WHOLE)]
    often = Counter(part for name in sent_whole for part in brought(name, scripts, set()))
    assert often["scoring/record/elements.js"] > 1
    assert [name for name, times in often.items() if times > 1 and REMEMBERING.search(scripts[name])] == []
