"""Static files carry a hash in their names; what says so is sent as one file with all it imports.

Over a bad network every file costs a way there and back, and the recording page is written in fifty.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

from django.contrib.staticfiles import finders
from whitenoise.storage import CompressedManifestStaticFilesStorage

SENT_WHOLE = "// Sent as one file with all that it imports.\n"
STYLE_SENT_WHOLE = "/* Sent as one file with all that it imports. */\n"
STYLE_IMPORT = re.compile(r'^@import "([^"/]+)";\n', re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/\n?", re.DOTALL)
IMPORT = re.compile(r'^import (?:(\{[^}]*\}) from )?"(\.[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:(?:async )?function\*? ?|const |class )(\w+))", re.MULTILINE)
OTHERWISE = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
REMARK = re.compile(r"^ *//.*\n| +// .*$", re.MULTILINE)
INDENTED = re.compile(r"^ +", re.MULTILINE)

Read = Callable[[str], str]


def whole(name: str, read: Read) -> str:
    """Return a script and all that it imports as one: each is a function that returns what it exports.

    Remarks and the room before lines stay behind: they would be a sixth of what a phone fetches. Where a
    text goes over several lines, its room stays.

    >>> files = {
    ...     "a/page.js": 'import { two as zwei } from "../b/two.js";\\n// Twice.\\n  alert(zwei); // Now.\\n',
    ...     "b/two.js": 'import "./one.js";\\nexport const two = 2;\\n',
    ...     "b/one.js": "focus();\\n",
    ... }
    >>> print(whole("a/page.js", files.__getitem__))
    const $b_one = (() => { // b/one.js
    focus();
    return {};
    })();
    const $b_two = (() => { // b/two.js
    const two = 2;
    return { two };
    })();
    const $a_page = (() => { // a/page.js
    const { two: zwei } = $b_two;
    alert(zwei);
    return {};
    })();
    <BLANKLINE>
    """
    return "".join(_parts(name, read, {}))


def _parts(name: str, read: Read, run: dict[str, None], within: tuple[str, ...] = ()) -> Iterator[str]:
    if name in within:
        raise ValueError(f"{' imports '.join((*within, name))}")
    source = REMARK.sub("", read(name))
    if not any(line.count("`") % 2 for line in source.splitlines()):
        source = INDENTED.sub("", source)
    for _, path in IMPORT.findall(source):
        if (imported := normpath(join(dirname(name), path))) not in run:
            yield from _parts(imported, read, run, (*within, name))
    exported = EXPORT.findall(source)
    body = EXPORT.sub("", IMPORT.sub(lambda found: _taken(found, name), source))
    if odd := OTHERWISE.search(body):
        raise ValueError(f"{name}: {odd[0]}")
    run[name] = None
    returned = f"{{ {', '.join(exported)} }}" if exported else "{}"
    yield f"const {_called(name)} = (() => {{ // {name}\n{body}return {returned};\n}})();\n"


def _taken(found: re.Match[str], name: str) -> str:
    names, path = found.groups()
    where = _called(normpath(join(dirname(name), path)))
    return f"const {names.replace(' as ', ': ')} = {where};\n" if names else ""


def _called(name: str) -> str:
    return "$" + name.removesuffix(".js").replace("/", "_").replace("-", "_")


def whole_style(name: str, read: Read) -> str:
    r"""Return a style sheet with those that it imports, which lie beside it, and without remarks.

    >>> files = {"a/all.css": '@import "one.css";\n', "a/one.css": "/* One. */\ni { color: red; }\n"}
    >>> whole_style("a/all.css", files.__getitem__)
    'i { color: red; }\n'
    """
    own = COMMENT.sub("", read(name))
    return STYLE_IMPORT.sub(lambda found: whole_style(join(dirname(name), found[1]), read), own)


def source(name: str) -> str:
    """Return a script or style sheet as it is written."""
    found = finders.find(name)
    if not isinstance(found, str):
        raise FileNotFoundError(name)
    return Path(found).read_text(encoding="utf-8")


def write_whole(folder: Path) -> set[str]:
    """Put all that is sent whole there, in place of what may be there of it; return the names."""
    listed = {name for finder in finders.get_finders() for name, _ in finder.list([])}
    joined = {".js": (SENT_WHOLE, whole), ".css": (STYLE_SENT_WHOLE, whole_style)}
    written = set()
    for name in listed:
        mark, join_up = joined.get(Path(name).suffix, ("", whole))
        if mark and source(name).startswith(mark):
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(join_up(name, source), encoding="utf-8")
            written.add(name)
    return written


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """The storage of static files, which also renames them where scripts load each other."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 20  # one for each script that is imported by one that is imported, and so on

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Any:
        """Yield the files as they are sent."""
        if not dry_run:
            paths |= {name: (self, name) for name in write_whole(Path(self.location))}
        yield from super().post_process(paths, dry_run, **options)
