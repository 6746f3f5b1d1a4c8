"""CONTRIBUTING.md, README.md and SCOPE.md agree with the code: paths, rooms and their order, the glossary.

What stands in backquotes is a path if it is one word with a letter in it and has a "/" inside or at its end,
or ends like a file of ours. Left out is what is no file of the project: addresses of the program begin with
"/", what is in `var/` belongs to each installation, and `.venv/` to the machine. In a pattern `<slug>` stands
for any name, as `*` does, and something has to be there for it. Targets of links and pictures are paths, too.
"""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support.imports import floors
from tests.support.sources import tree_of

ROOT = Path(__file__).parents[2]
DOCUMENTS = ("CONTRIBUTING.md", "README.md", "SCOPE.md", "tests/browser/PICTURES.md")
APPS = ("scoring", "tournaments")
QUOTED = re.compile(r"`([^`]+)`")
LINKED = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
NAMED_IN = re.compile(r"((?:`\w+`(?:, | and )?)+)(?: both)? (?:in|of) `([\w/]+\.py)`")
ENDING = re.compile(r"\.(py|toml|md|js|css|html|json|po)$")
ELSEWHERE = ("/", "http", "var/", ".venv/")
LARGEST = 12_000  # bytes of CONTRIBUTING.md before its glossary: a newcomer reads all of it
MOST_WORDS, LARGEST_MOVING = 600, 600_000  # of README.md, and bytes of the picture that moves in it
NO_ROOMS = {"migrations", "static", "exports", "__pycache__"}  # data, and what Django writes


TOP_LEVEL = {  # what a newcomer sees first; everything else is in a folder
    *("CHANGELOG.md", "CONTRIBUTING.md", "README.md", "RELEASING.md", "SCOPE.md", "SECURITY.md"),
    *("Makefile", "manage.py", "pyproject.toml"),
    "LICENSE",  # once one is chosen
}


def read(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def is_path(words: str) -> bool:
    has_letters = re.search(r"[^\W\d_]", words) is not None
    is_one = re.search(r"\s|[\"'=(]", words) is None
    return is_one and has_letters and bool("/" in words or ENDING.search(words))


def paths_in(text: str) -> Iterator[str]:
    words = [" ".join(found.split()) for found in QUOTED.findall(text)]
    yield from (word for word in words if is_path(word) and not word.startswith(ELSEWHERE))


def exists(path: str, below: Path = ROOT) -> bool:
    """A folder that holds nothing but what Python left behind does not."""
    pattern = re.sub(r"<\w+>", "*", path)
    found = list(below.glob(pattern)) if "*" in pattern else [below / pattern]
    return any(one.is_file() if not path.endswith("/") else is_lived_in(one) for one in found)


def is_lived_in(folder: Path) -> bool:
    return any(path.is_file() and "__pycache__" not in path.parts for path in folder.rglob("*"))


def missing(document: str, text: str) -> list[str]:
    """Return the paths and links of a document behind which there is nothing."""
    gone = [path for path in paths_in(text) if not exists(path)]
    links = [link for link in LINKED.findall(text) if not link.startswith("http")]
    return gone + [link for link in links if not exists(link, (ROOT / document).parent)]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_path_leads_somewhere(document: str) -> None:
    text = read(document)
    assert list(paths_in(text)) or LINKED.search(text)
    assert missing(document, text) == []


# Names


def names_missing(text: str) -> list[str]:
    """Of "`NAME` in `a/file.py`": the names that do not stand in the file."""
    return [
        f"{name} in {path}"
        for names, path in NAMED_IN.findall(" ".join(text.split()))
        for name in QUOTED.findall(names)
        if exists(path) and not re.search(rf"\b{name}\b", read(path))
    ]


def test_what_is_named_stands_in_its_file() -> None:
    assert names_missing(read("CONTRIBUTING.md")) == []


@cache
def classes() -> dict[str, list[tuple[str, frozenset[str]]]]:
    """Return the classes of the program by name: the file of each, and the names that its body binds."""
    found: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for path in program_files():
        for node in ast.walk(tree_of(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                names = {
                    name.id
                    for line in node.body
                    if isinstance(line, ast.Assign | ast.AnnAssign)
                    for name in (line.targets if isinstance(line, ast.Assign) else [line.target])
                    if isinstance(name, ast.Name)
                }
                file = path.relative_to(ROOT).as_posix()
                found.setdefault(node.name, []).append((file, frozenset(names)))
    return found


def program_files() -> Iterator[Path]:
    for app in APPS:
        yield from (path for path in (ROOT / app).rglob("*.py") if "migrations" not in path.parts)


@cache
def sheet_keys() -> frozenset[str]:
    """Return the games and premiums of the published rule sheets, as `premiums.pagat`."""
    sheets = (tomllib.loads(path.read_text("utf-8")) for path in (ROOT / "scoring/rules").glob("*.toml"))
    return frozenset(
        f"{table}.{key}"
        for sheet in sheets
        for table in ("contracts", "premiums")
        for key in sheet.get(table, {})
    )


def glossary_rows(text: str) -> list[list[str]]:
    glossary = text.partition("## Glossary")[2]
    return [line.strip("| ").split(" | ") for line in glossary.splitlines() if line.count(" | ") == 2][2:]


def names_one_thing(name: str) -> bool:
    """Whether a name is one class, a field of it, a file, or a key of a published rule sheet."""
    if "/" in name:
        return exists(name)
    if name in sheet_keys():
        return True
    owner, _, field = name.partition(".")
    defined = classes().get(owner, [])
    return len(defined) == 1 and (not field or field in defined[0][1])


def wrong_rows(rows: list[list[str]]) -> list[str]:
    """Return the words that name nothing in the code, several things, or what another word names."""
    named = Counter(code for _word, _meaning, code in rows)
    return [
        word
        for word, _meaning, code in rows
        if named[code] > 1
        or [code] != [f"`{name}`" for name in QUOTED.findall(code) if names_one_thing(name)]
    ]


def test_each_word_of_the_glossary_names_one_thing_in_the_code() -> None:
    rows = glossary_rows(read("CONTRIBUTING.md"))
    assert len(rows) >= 95
    assert wrong_rows(rows) == []


# How many files a change touches, at the most; a function where something is worked out is one of them.
MOST_FILES = {
    "a premium": 2,
    "a custom": 4,
    "an option a table can choose": 4,
    "a ranking criterion": 2,
    "an export format": 1,
    "a page": 5,
    "a column of the season": 4,
    "a role": 4,
}
WORKED_OUT = ("where the enum is used", "where that is worked out", "with a migration")


def files_touched(text: str, what: str) -> list[str]:
    """Return the files that "Where do I add …?" names for a change, and those that it only describes."""
    [where] = re.findall(rf"^\| {re.escape(what)} \| (.*) \|$", text, re.MULTILINE)
    return sorted({*paths_in(where), *(words for words in WORKED_OUT if words in where)})


@pytest.mark.parametrize("what", MOST_FILES)
def test_a_change_touches_few_files(what: str) -> None:
    touched = files_touched(read("CONTRIBUTING.md"), what)
    assert 0 < len(touched) <= MOST_FILES[what], touched


# Rooms


def rooms() -> list[str]:
    """The list of the rooms, from bottom to top."""
    return re.findall(r"^\| `((?:scoring|tournaments)/\w+)/` \|", read("CONTRIBUTING.md"), re.MULTILINE)


def test_every_room_stands_in_the_list_once() -> None:
    there = [
        f"{app}/{folder.name}"
        for app in APPS
        for folder in (ROOT / app).iterdir()
        if folder.is_dir() and folder.name not in NO_ROOMS and is_lived_in(folder)
    ]
    assert sorted(rooms()) == sorted(there)


def test_the_list_goes_upwards_as_rooms_stand_on_one_another() -> None:
    for app in APPS:
        heights = floors(app)
        listed = [heights[room.removeprefix(f"{app}/")] for room in rooms() if room.startswith(f"{app}/")]
        assert listed == sorted(listed)
        assert len({*listed}) > 5


def test_contributing_stays_short() -> None:
    text, _heading, _glossary = read("CONTRIBUTING.md").partition("## Glossary")
    assert len(text.encode()) <= LARGEST


def test_the_top_level_has_only_what_everybody_looks_for() -> None:
    assert {path.name for path in ROOT.iterdir() if path.is_file() and path.name[0] != "."} <= TOP_LEVEL


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_what_it_is_not_for_is_said_where_people_begin(document: str) -> None:
    assert "[SCOPE.md](SCOPE.md)" in read(document)


def test_the_readme_stays_short_and_so_does_its_moving_picture() -> None:
    readme = read("README.md")
    assert len(readme.split()) <= MOST_WORDS
    pictures = re.findall(r"!\[.*?\]\((.*?)\)", readme)
    assert [Path(name).suffix for name in pictures] == [".webp", ".png"]
    assert (ROOT / pictures[0]).stat().st_size <= LARGEST_MOVING
